/** Buffers that can be created again. The most recently used ones are kept. */
export interface KeptBytes {
  /** @param key identifies the bytes */
  get(key: object, make: () => Buffer): Buffer;
}

/** @param maxBytes that all may take; the last one is kept in any case */
export function createKeptBytes(maxBytes: number): KeptBytes {
  // In the order of use.
  const kept = new Map<object, Buffer>();
  let bytes = 0;
  const drop = (key: object): void => {
    bytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    get(key, make) {
      const found = kept.get(key) ?? make();
      drop(key);
      kept.set(key, found);
      bytes += found.length;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes || oldest === key) break;
        drop(oldest);
      }
      return found;
    },
  };
}
