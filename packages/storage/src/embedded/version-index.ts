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
export function createVersionIndex({
  onDrop,
}: {
  /** Called for every dropped value. */
  readonly onDrop: (dropped: Dropped) => void;
}): VersionIndex {
  const newestOf = createKeyTable();
  const table = createVersionTable();
  // Slots of superseding versions and deletions in order of revision: the input of a sweep.
  const superseding = createFifo<number>();
  const deletions = new Map<number, CollatingKey>();

  const isDeletion = (slot: number): boolean => table.bytes(slot) === deletedBytes;

  function versionOf(slot: number): Version {
    return {
      revision: table.revision(slot),
      segment: table.segment(slot),
      position: table.position(slot),
      bytes: table.bytes(slot),
    };
  }

  /** Returns the slot visible at a revision, or none. */
  function slotAt(newest: number, revision: number): number {
    let slot = newest;
    while (slot !== noSlot && table.revision(slot) > revision) slot = table.older(slot);
    return slot === noSlot || isDeletion(slot) ? noSlot : slot;
  }

  function find(key: CollatingKey, revision: number, segment: number): number {
    let slot = newestOf.get(key) ?? noSlot;
    while (slot !== noSlot && table.revision(slot) > revision) slot = table.older(slot);
    if (slot === noSlot || table.revision(slot) !== revision) return noSlot;
    return table.segment(slot) === segment && !isDeletion(slot) ? slot : noSlot;
  }

  function free(slot: number): void {
    if (!isDeletion(slot)) onDrop({ segment: table.segment(slot), bytes: table.bytes(slot) });
    table.free(slot);
  }

  function freeOlder(slot: number): void {
    let older = table.older(slot);
    table.setOlder(slot, noSlot);
    while (older !== noSlot) {
      const next = table.older(older);
      free(older);
      older = next;
    }
  }

  function sweepOne(slot: number): void {
    freeOlder(slot);
    const key = deletions.get(slot);
    if (key === undefined) return;
    deletions.delete(slot);
    // A deletion under a newer version goes when that version is swept.
    if (newestOf.get(key) !== slot) return;
    newestOf.delete(key);
    free(slot);
  }

  return {
    get keys() {
      return newestOf.size;
    },
    get versions() {
      return table.used;
    },
    put(key, version) {
      const slot = table.allocate(version, noSlot);
      const older = newestOf.set(key, slot);
      if (older === undefined) return;
      table.setOlder(slot, older);
      superseding.push(slot);
    },
    delete(key, revision) {
      const older = newestOf.get(key);
      if (older === undefined || isDeletion(older)) return false;
      const slot = table.allocate({ revision, segment: 0, position: 0, bytes: deletedBytes }, older);
      newestOf.set(key, slot);
      deletions.set(slot, key);
      superseding.push(slot);
      return true;
    },
    newest(key) {
      const slot = newestOf.get(key);
      return slot === undefined || isDeletion(slot) ? 0 : table.revision(slot);
    },
    at(key, revision) {
      const slot = slotAt(newestOf.get(key) ?? noSlot, revision);
      return slot === noSlot ? undefined : versionOf(slot);
    },
    scan({ lower, upper }, revision, visit) {
      newestOf.scan(lower, upper, (key, newest) => {
        const slot = slotAt(newest, revision);
        return slot === noSlot || visit(key, versionOf(slot));
      });
    },
    has: (key, { revision, segment }) => find(key, revision, segment) !== noSlot,
    move(key, { revision, segment }, to) {
      const slot = find(key, revision, segment);
      if (slot === noSlot) return false;
      table.move(slot, to);
      return true;
    },
    sweep(revision, limit) {
      for (let n = 0; n < limit; n++) {
        const slot = superseding.at(0);
        if (slot === undefined || table.revision(slot) > revision) return true;
        superseding.shift();
        sweepOne(slot);
      }
      return false;
    },
  };
}
