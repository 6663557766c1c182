/**
 * Bounds of what messages quote, in UTF-16 code units. Errors, warnings, events and logs name what
 * clients sent, and clients may send megabytes: without bounds, an object that is wrong in many
 * places is answered with the square of its size.
 */

/** One quoted value, path or name. */
export const maxQuotedLength = 16_384;
/** The message of an error; all causes of an error together. */
export const maxMessageLength = 65_536;
/** Causes of one error. */
export const maxCauses = 256;

/** Lists and maps within each other in one quoted value. */
const maxQuotedDepth = 100;

/** The text, or its beginning and how much is left out: `abc... (1234 more characters)`. */
export function truncateWithNotice(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = truncate(text, maxLength);
  return `${head}${omission(text.length - head.length, "characters")}`;
}

/** The beginning of a text; no character is cut in two. */
export function truncate(text: string, maxLength: number): string {
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? maxLength - 1 : maxLength);
}

/** `... (12 more items)` */
export function omission(count: number, unit: string): string {
  return `... (${count} more ${unit})`;
}

/** The notation of a JSON value: brackets, separator, keys and scalars. */
export interface StructureNotation {
  readonly list: readonly [open: string, close: string];
  readonly map: readonly [open: string, close: string];
  readonly separator: string;
  readonly sortedKeys: boolean;
  readonly key: (key: string) => string;
  readonly scalar: (value: unknown) => string;
}

const json: StructureNotation = {
  list: ["[", "]"],
  map: ["{", "}"],
  separator: ",",
  sortedKeys: false,
  key: JSON.stringify,
  scalar: (value) => JSON.stringify(typeof value === "bigint" ? Number(value) : value) ?? "null",
};

/**
 * A value as text, up to `maxQuotedLength` and its closing brackets, and 100 levels deep. Of lists
 * it reads no more than it shows.
 */
export function showStructure(value: unknown, notation: StructureNotation = json): string {
  const writer = new StructureWriter(notation);
  writer.write(value);
  return writer.text;
}

class StructureWriter {
  text = "";
  /** True once the bound is reached: only the innermost list or map reports what is left out. */
  #isFull = false;
  #depth = 0;
  readonly #notation: StructureNotation;

  constructor(notation: StructureNotation) {
    this.#notation = notation;
  }

  write(value: unknown): void {
    const { list, map, sortedKeys } = this.#notation;
    if (Array.isArray(value)) {
      this.#members(list, { count: value.length, unit: "items", write: (i) => this.write(value[i]) });
    } else if (typeof value === "object" && value !== null) {
      const members = value as Readonly<Record<string, unknown>>;
      const keys = Object.keys(members).filter((key) => members[key] !== undefined);
      if (sortedKeys) keys.sort();
      const write = (i: number): void => this.#member(keys[i] ?? "", members);
      this.#members(map, { count: keys.length, unit: "members", write });
    } else this.#scalar(value);
  }

  #member(key: string, members: Readonly<Record<string, unknown>>): void {
    this.text += `${this.#cut(key, this.#notation.key)}:`;
    this.write(members[key]);
  }

  #members(
    [open, close]: readonly [string, string],
    { count, unit, write }: { readonly count: number; readonly unit: string; readonly write: (i: number) => void },
  ): void {
    this.text += open;
    this.#depth++;
    if (this.#depth > maxQuotedDepth && count > 0) {
      this.#isFull = true;
      this.text += omission(count, unit);
    }
    for (let i = 0; i < count && !this.#isFull; i++) {
      if (this.text.length >= maxQuotedLength) {
        this.#isFull = true;
        this.text += omission(count - i, unit);
        break;
      }
      if (i > 0) this.text += this.#notation.separator;
      write(i);
    }
    this.#depth--;
    this.text += close;
  }

  #scalar(value: unknown): void {
    this.text += typeof value === "string" ? this.#cut(value, this.#notation.scalar) : this.#notation.scalar(value);
  }

  #cut(text: string, quoted: (text: string) => string): string {
    // A short text is kept whole, so that the count is of items and not of parts of a word.
    const left = Math.max(maxQuotedLength - this.text.length, 256);
    if (text.length <= left) return quoted(text);
    this.#isFull = true;
    const head = truncate(text, left);
    return `${quoted(head)}${omission(text.length - head.length, "characters")}`;
  }
}
