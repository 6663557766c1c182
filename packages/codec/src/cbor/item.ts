import { decodeUtf8 } from "@svc/base";

/**
 * A data item of CBOR as written: text and bytes are distinct, as are floats and integers; members
 * of maps keep their order and repetitions. Source: RFC 8949.
 */
export type Item =
  | number
  | bigint
  | string
  | boolean
  | null
  | Bytes
  | BrokenText
  | Float
  | Simple
  | Tagged
  | Pairs
  | readonly Item[];

/** A byte string: a range of the body. */
export class Bytes {
  readonly #source: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(source: Buffer, start: number, end: number) {
    this.#source = source;
    this.#start = start;
    this.#end = end;
  }

  get content(): Buffer {
    return this.#source.subarray(this.#start, this.#end);
  }

  /** The API encodes strings as byte strings. */
  get text(): string {
    return decodeUtf8(this.content);
  }
}

/** A text string that is not valid UTF-8. It is an error only where the text is used. */
export class BrokenText {
  readonly content: Buffer;
  constructor(content: Buffer) {
    this.content = content;
  }
}

export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A simple value other than booleans and null. */
export class Simple {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class Tagged {
  readonly tag: number;
  readonly content: Item;
  constructor(tag: number, content: Item) {
    this.tag = tag;
    this.content = content;
  }
}

/** A map. */
export class Pairs {
  readonly keys: Item[] = [];
  readonly values: Item[] = [];
}

/** The item without its tags. */
export function untagged(item: Item): Item {
  let inner = item;
  while (inner instanceof Tagged) inner = inner.content;
  return inner;
}

/** The names of the major types, as errors print them. */
export const majorTypes = [
  "positive integer",
  "negative integer",
  "byte string",
  "UTF-8 text string",
  "array",
  "map",
  "tag",
  "primitives",
] as const;

export type MajorType = (typeof majorTypes)[number];

export function majorTypeOf(item: Item): MajorType {
  switch (typeof item) {
    case "number":
    case "bigint":
      return item < 0 ? "negative integer" : "positive integer";
    case "string":
      return "UTF-8 text string";
    case "boolean":
      return "primitives";
    default:
      break;
  }
  if (item instanceof Bytes) return "byte string";
  if (item instanceof BrokenText) return "UTF-8 text string";
  if (item instanceof Pairs) return "map";
  if (item instanceof Tagged) return "tag";
  return Array.isArray(item) ? "array" : "primitives";
}
