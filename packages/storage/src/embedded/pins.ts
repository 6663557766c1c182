/** Revisions that are being read: versions visible at them are not swept. */
export interface Pins {
  /** Pins a revision; the result unpins it. */
  pin(revision: number): () => void;
  /** Oldest pinned revision; infinity without pins. */
  oldest(): number;
}

/** Creates an empty set of pins. */
export function createPins(): Pins {
  const pinned = new Map<symbol, number>();
  return {
    pin(revision) {
      const id = Symbol();
      pinned.set(id, revision);
      return () => pinned.delete(id);
    },
    oldest: () => {
      let oldest = Number.POSITIVE_INFINITY;
      for (const revision of pinned.values()) oldest = Math.min(oldest, revision);
      return oldest;
    },
  };
}
