/**
 * The order of keys is that of their code points, as in the store. Comparing UTF-16 units, which is
 * what `<` does, differs only where one key has a character beyond the basic plane: such keys are
 * legal and all but never seen.
 */
export type Precedes = (a: string, b: string) => boolean;

/** Order by UTF-16 units. */
export const byUnits: Precedes = (a, b) => a < b;

/** Order by code points. */
export const byCodePoints: Precedes = (a, b) => {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // A surrogate represents a code point above all other units.
    const highX = x >= 0xd800 && x < 0xe000;
    const highY = y >= 0xd800 && y < 0xe000;
    return highX === highY ? x < y : highY;
  }
  return a.length < b.length;
};

/** True for keys with surrogates, for which the two orders differ. */
export function hasSurrogates(key: string): boolean {
  return /[\ud800-\udfff]/.test(key);
}
