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

/** Caches the texts of parts of objects as long as the parts live. */
export class TextCache {
  readonly #texts = new WeakMap<object, Kept>();

  /**
   * Returns a function that writes parts of a type, and caches the text of a part that versions of
   * an object share. A part that is written only once is not cached.
   */
  sharing(write: WritePart): WritePart {
    const texts = this.#texts;
    const shared: WritePart = (value, unchanged) => {
      const part = value as object;
      if (unchanged === undefined || !unchanged.has(part)) return write(value, unchanged);
      const known = texts.get(part);
      // The same part may be written as another type, in another version.
      if (known?.by === shared) return known.text;
      const text = write(value, undefined);
      if (text.length >= minLength) texts.set(part, { by: shared, text: flattenString(text) });
      return text;
    };
    return shared;
  }

  /**
   * Caches the text of a part that was written as a new one: the next version may share it.
   * @param by the function of `sharing` that wrote it
   * @param text a slice of a text that is flat
   */
  keep(by: WritePart, part: object, text: string): void {
    this.#texts.set(part, { by, text });
  }
}

/**
 * Flattens a string that is cached as a piece of others. V8 keeps a concatenated string as a tree
 * until it is read, and would walk that tree for every string that contains it.
 */
export function flattenString(text: string): string {
  return decodeUtf8(Buffer.from(text));
}
