/** A set that forgets its oldest members. */
export interface RecentSet {
  has(key: string): boolean;
  add(key: string): void;
}

export function createRecentSet(max: number): RecentSet {
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      keys.add(key);
      for (const oldest of keys) {
        if (keys.size <= max) return;
        keys.delete(oldest);
      }
    },
  };
}
