import { decodeUtf8 } from "@svc/base";

/** Parts of an object that nobody changes any more, and that its versions have in common. */
export type Unchanged = ReadonlySet<object> | undefined;

/** Writes a part of an object; without what is unchanged in it, it makes all of it anew. */
export type WritePart = (value: unknown, unchanged: Unchanged) => string;

interface Kept {
  readonly by: WritePart;
  readonly text: string;
}

/** Shorter texts are made as fast as they are found. */
const minLength = 256;

/**
 * Keeps the texts of parts that are written again, as long as the parts themselves are: those that
 * are written once leave nothing behind.
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
 * A text that is kept as part of others. One that was put together remains a tree of its pieces
 * until somebody reads it; when what it is part of is read, that tree is gone through each time.
 */
export function flattenString(text: string): string {
  return decodeUtf8(Buffer.from(text));
}
