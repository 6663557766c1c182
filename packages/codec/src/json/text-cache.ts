import { decodeUtf8 } from "@svc/base";

/** Immutable parts that the versions of an object share. */
export type Unchanged = ReadonlySet<object> | undefined;

/** Writes a part of an object, reusing cached texts of unchanged parts. */
export type WritePart = (value: unknown, unchanged: Unchanged) => string;

interface Kept {
  readonly by: WritePart;
  readonly text: string;
}

/** Shorter texts are as fast to write as to look up. */
const minLength = 256;

/**
 * Caches the texts of shared parts as long as the parts live. A part that is written only once is
 * not cached.
 */
export function createTextCache(): (write: WritePart) => WritePart {
  const texts = new WeakMap<object, Kept>();
  return (write) => (value, unchanged) => {
    const part = value as object;
    if (unchanged === undefined || !unchanged.has(part)) return write(value, unchanged);
    const known = texts.get(part);
    // The same part may be written as another type, in another version.
    if (known?.by === write) return known.text;
    const text = write(value, undefined);
    if (text.length >= minLength) texts.set(part, { by: write, text: flattenString(text) });
    return text;
  };
}

/**
 * Flattens a string that is cached as a piece of others. V8 keeps a concatenated string as a tree
 * until it is read, and would walk that tree for every string that contains it.
 */
export function flattenString(text: string): string {
  return decodeUtf8(Buffer.from(text));
}
