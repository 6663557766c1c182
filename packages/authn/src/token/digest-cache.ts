import { createDigest } from "./digest.ts";

/**
 * Remembers something about secrets without holding them: keys are digests under a key of its own.
 */
interface DigestCache<V> {
  get(secret: string): V | undefined;
  set(secret: string, value: V): void;
  delete(secret: string): void;
}

/** Past `maxEntries` the one that was longest not asked for goes. */
export function createDigestCache<V>(maxEntries: number): DigestCache<V> {
  const entries = new Map<string, V>();
  const digest = createDigest();
  return {
    get: (secret) => {
      const id = digest(secret);
      const value = entries.get(id);
      if (value === undefined) return undefined;
      // Last in the order of the map is the latest asked for.
      entries.delete(id);
      entries.set(id, value);
      return value;
    },
    set: (secret, value) => {
      const id = digest(secret);
      entries.delete(id);
      entries.set(id, value);
      if (entries.size <= maxEntries) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
    delete: (secret) => void entries.delete(digest(secret)),
  };
}
