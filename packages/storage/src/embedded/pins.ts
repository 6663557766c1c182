/** Revisions that are being read: the versions they see are not swept meanwhile. */
export interface Pins {
  /** Returns what ends it. */
  pin(revision: number): () => void;
  /** The oldest that is pinned. */
  oldest(): number;
}

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
