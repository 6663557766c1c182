/** A cache of buffers that can be created again, which drops the least recently used ones. */
export interface ByteCache {
  /** @param key identifies the bytes */
  get(key: object, make: () => Buffer): Buffer;
}

/** @param maxBytes of all buffers; the last one is cached in any case */
export function createByteCache(maxBytes: number): ByteCache {
  // In the order of use.
  const cached = new Map<object, Buffer>();
  let bytes = 0;
  const drop = (key: object): void => {
    bytes -= cached.get(key)?.length ?? 0;
    cached.delete(key);
  };
  return {
    get(key, make) {
      const found = cached.get(key) ?? make();
      drop(key);
      cached.set(key, found);
      bytes += found.length;
      for (const oldest of cached.keys()) {
        if (bytes <= maxBytes || oldest === key) break;
        drop(oldest);
      }
      return found;
    },
  };
}
