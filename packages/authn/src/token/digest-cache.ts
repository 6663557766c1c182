import { createDigest } from "./digest.ts";

/** A cache keyed by secrets that does not hold them: keys are digests with a random key. */
interface DigestCache<V> {
  get(secret: string): V | undefined;
  set(secret: string, value: V): void;
  delete(secret: string): void;
}

/** Beyond `maxEntries` the least recently used entry is dropped. */
export function createDigestCache<V>(maxEntries: number): DigestCache<V> {
  const entries = new Map<string, V>();
  const digest = createDigest();
  return {
    get: (secret) => {
      const id = digest(secret);
      const value = entries.get(id);
      if (value === undefined) return undefined;
      // The map's order is the order of use.
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
