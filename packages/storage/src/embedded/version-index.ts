import type { CollatingKey, CollatingRange } from "../key.ts";
import { createFifo } from "../local/fifo.ts";
import { createKeyTable } from "./key-table.ts";
import { createVersionTable, deletedBytes, noSlot } from "./version-table.ts";

/** Where a value is stored. */
export interface ValueLocation {
  /** The handle of its segment. */
  readonly segment: number;
  readonly position: number;
  readonly bytes: number;
}

export interface Version extends ValueLocation {
  readonly revision: number;
}

/** What a version that is gone took. */
interface Dropped {
  readonly segment: number;
  readonly bytes: number;
}

/**
 * Which versions of which keys there are, and where their values stand: the store's memory, apart
 * from values. Versions must be added in order of revision.
 */
export interface VersionIndex {
  readonly keys: number;
  /** How many versions are kept, deletions included. */
  readonly versions: number;
  put(key: CollatingKey, version: Version): void;
  /** Returns whether there was anything to delete. */
  delete(key: CollatingKey, revision: number): boolean;
  /** The revision of the key's newest version; 0 when there is none, or it was deleted. */
  newest(key: CollatingKey): number;
  /** What the key held at a revision. */
  at(key: CollatingKey, revision: number): Version | undefined;
  /**
   * Visits, in order, what each key of the range held at the revision, until `visit` returns false.
   */
  scan(range: CollatingRange, revision: number, visit: (key: CollatingKey, version: Version) => boolean): void;
  /** Whether this very version is still kept. */
  has(key: CollatingKey, version: { readonly revision: number; readonly segment: number }): boolean;
  /** Tells that a version now stands elsewhere; false when it is not kept any more. */
  move(key: CollatingKey, from: { readonly revision: number; readonly segment: number }, to: ValueLocation): boolean;
  /**
   * Drops versions that no read at the revision or above can see, at most `limit` of those that
   * superseded them in one go; returns whether that was all.
   */
  sweep(revision: number, limit: number): boolean;
}

export function createVersionIndex({
  onDrop,
}: {
  /** Called for every value that is dropped. */
  readonly onDrop: (dropped: Dropped) => void;
}): VersionIndex {
  const newestOf = createKeyTable();
  const table = createVersionTable();
  // Slots that superseded others, or that are deletions, in order of revision: what a sweep goes
  // through.
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

  /** The slot that is seen at a revision; none where nothing is. */
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
    // Under a newer version, the deletion goes when that one is swept.
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
