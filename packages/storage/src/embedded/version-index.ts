import type { CollatingKey, CollatingRange } from "../key.ts";
import { createFifo } from "../local/fifo.ts";
import { createKeyTable } from "./key-table.ts";
import { createVersionTable, deletedBytes, noSlot } from "./version-table.ts";

/** Location of a stored value. */
export interface ValueLocation {
  /** Handle of its segment. */
  readonly segment: number;
  readonly position: number;
  readonly bytes: number;
}

/** A version of a key's value. */
export interface Version extends ValueLocation {
  readonly revision: number;
}

/** Location and size of a dropped value. */
interface Dropped {
  readonly segment: number;
  readonly bytes: number;
}

/**
 * The versions of all keys and the locations of their values: everything the store keeps in memory
 * except values. Versions must be added in order of revision.
 */
export interface VersionIndex {
  readonly keys: number;
  /** Number of versions, deletions included. */
  readonly versions: number;
  put(key: CollatingKey, version: Version): void;
  /** Adds a deletion; false when there is nothing to delete. */
  delete(key: CollatingKey, revision: number): boolean;
  /** Revision of the key's newest version; 0 for an absent or deleted key. */
  newest(key: CollatingKey): number;
  /** Returns the key's version at a revision. */
  at(key: CollatingKey, revision: number): Version | undefined;
  /** Visits the versions of a range at a revision in key order, until `visit` returns false. */
  scan(range: CollatingRange, revision: number, visit: (key: CollatingKey, version: Version) => boolean): void;
  /** True while exactly this version is kept. */
  has(key: CollatingKey, version: { readonly revision: number; readonly segment: number }): boolean;
  /** Records that a version has moved; false when it is no longer kept. */
  move(key: CollatingKey, from: { readonly revision: number; readonly segment: number }, to: ValueLocation): boolean;
  /**
   * Drops versions that no read at the revision or above can see, at most `limit` superseding ones
   * in a call. Returns true when none is left.
   */
  sweep(revision: number, limit: number): boolean;
}

/** Creates an empty index. */
export function createVersionIndex(options: {
  /** Called for every dropped value. */
  readonly onDrop: (dropped: Dropped) => void;
}): VersionIndex {
  return new TableIndex(options);
}

class TableIndex implements VersionIndex {
  readonly #onDrop: (dropped: Dropped) => void;
  readonly #newestOf = createKeyTable();
  readonly #table = createVersionTable();
  // Slots of superseding versions and deletions in order of revision: the input of a sweep.
  readonly #superseding = createFifo<number>();
  readonly #deletions = new Map<number, CollatingKey>();

  constructor({
    onDrop,
  }: {
    /** Called for every dropped value. */
    readonly onDrop: (dropped: Dropped) => void;
  }) {
    this.#onDrop = onDrop;
  }

  get keys(): number {
    return this.#newestOf.size;
  }

  get versions(): number {
    return this.#table.used;
  }

  put(key: CollatingKey, version: Version): void {
    const slot = this.#table.allocate(version, noSlot);
    const older = this.#newestOf.set(key, slot);
    if (older === undefined) return;
    this.#table.setOlder(slot, older);
    this.#superseding.push(slot);
  }

  delete(key: CollatingKey, revision: number): boolean {
    const older = this.#newestOf.get(key);
    if (older === undefined || this.#isDeletion(older)) return false;
    const slot = this.#table.allocate({ revision, segment: 0, position: 0, bytes: deletedBytes }, older);
    this.#newestOf.set(key, slot);
    this.#deletions.set(slot, key);
    this.#superseding.push(slot);
    return true;
  }

  newest(key: CollatingKey): number {
    const slot = this.#newestOf.get(key);
    return slot === undefined || this.#isDeletion(slot) ? 0 : this.#table.revision(slot);
  }

  at(key: CollatingKey, revision: number): Version | undefined {
    const slot = this.#slotAt(this.#newestOf.get(key) ?? noSlot, revision);
    return slot === noSlot ? undefined : this.#versionOf(slot);
  }

  scan(
    { lower, upper }: CollatingRange,
    revision: number,
    visit: (key: CollatingKey, version: Version) => boolean,
  ): void {
    this.#newestOf.scan(lower, upper, (key, newest) => {
      const slot = this.#slotAt(newest, revision);
      return slot === noSlot || visit(key, this.#versionOf(slot));
    });
  }

  has(key: CollatingKey, { revision, segment }: { readonly revision: number; readonly segment: number }): boolean {
    return this.#find(key, revision, segment) !== noSlot;
  }

  move(
    key: CollatingKey,
    { revision, segment }: { readonly revision: number; readonly segment: number },
    to: ValueLocation,
  ): boolean {
    const slot = this.#find(key, revision, segment);
    if (slot === noSlot) return false;
    this.#table.move(slot, to);
    return true;
  }

  sweep(revision: number, limit: number): boolean {
    for (let n = 0; n < limit; n++) {
      const slot = this.#superseding.at(0);
      if (slot === undefined || this.#table.revision(slot) > revision) return true;
      this.#superseding.shift();
      this.#sweepOne(slot);
    }
    return false;
  }

  #isDeletion(slot: number): boolean {
    return this.#table.bytes(slot) === deletedBytes;
  }

  #versionOf(slot: number): Version {
    return {
      revision: this.#table.revision(slot),
      segment: this.#table.segment(slot),
      position: this.#table.position(slot),
      bytes: this.#table.bytes(slot),
    };
  }

  /** Returns the slot visible at a revision, or none. */
  #slotAt(newest: number, revision: number): number {
    let slot = newest;
    while (slot !== noSlot && this.#table.revision(slot) > revision) slot = this.#table.older(slot);
    return slot === noSlot || this.#isDeletion(slot) ? noSlot : slot;
  }

  #find(key: CollatingKey, revision: number, segment: number): number {
    let slot = this.#newestOf.get(key) ?? noSlot;
    while (slot !== noSlot && this.#table.revision(slot) > revision) slot = this.#table.older(slot);
    if (slot === noSlot || this.#table.revision(slot) !== revision) return noSlot;
    return this.#table.segment(slot) === segment && !this.#isDeletion(slot) ? slot : noSlot;
  }

  #free(slot: number): void {
    if (!this.#isDeletion(slot)) this.#onDrop({ segment: this.#table.segment(slot), bytes: this.#table.bytes(slot) });
    this.#table.free(slot);
  }

  #freeOlder(slot: number): void {
    let older = this.#table.older(slot);
    this.#table.setOlder(slot, noSlot);
    while (older !== noSlot) {
      const next = this.#table.older(older);
      this.#free(older);
      older = next;
    }
  }

  #sweepOne(slot: number): void {
    this.#freeOlder(slot);
    const key = this.#deletions.get(slot);
    if (key === undefined) return;
    this.#deletions.delete(slot);
    // A deletion under a newer version goes when that version is swept.
    if (this.#newestOf.get(key) !== slot) return;
    this.#newestOf.delete(key);
    this.#free(slot);
  }
}
