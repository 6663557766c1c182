/**
 * A number in [0, 1) that depends on its arguments alone, so that leaving out one fault changes no
 * decision about others. Integers are mixed by the finalizer of MurmurHash3.
 */
export function seededRandom(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash ^= hash >>> 13;
    hash = Math.imul(hash, 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 0x1_0000_0000;
}
