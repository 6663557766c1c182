import { MemberOrders } from "./member-orders.ts";
import { isPlainCode, numberJson, quoteJson } from "./text.ts";

/** Few: `sortedJson` has a buffer for each value. That of a writer grows to what it needs. */
const firstBytes = 1_024;
/** A larger buffer is given up after the value that needed it. */
const maxKeptBytes = 1_048_576;

/** Longer text is quoted by the engine. */
const shortText = 64;
/** More than a short text takes with its quotes. */
const room = 128;

const quote = 0x22;
const comma = 0x2c;
const zero = 0x30;

/**
 * Writes any JSON value with members sorted by name, as Go writes maps. Undefined members are
 * omitted.
 * @throws {TypeError} for values that JSON cannot express
 */
export function sortedJson(value: unknown): string {
  return new SortedJsonWriter().write(value);
}

/**
 * Writes values as `sortedJson` does; for many, objects with the same names in the same order are
 * sorted once. The bytes are written without a sorted copy of the value for the engine, which takes
 * twice the time.
 */
export class SortedJsonWriter {
  readonly #orders = new MemberOrders();
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #at = 0;
  #isAscii = true;

  /** @throws {TypeError} for values that JSON cannot express */
  write(value: unknown): string {
    this.#at = 0;
    this.#isAscii = true;
    this.#value(value);
    const text = this.#bytes.toString(this.#isAscii ? "latin1" : "utf8", 0, this.#at);
    if (this.#bytes.length > maxKeptBytes) this.#bytes = Buffer.allocUnsafeSlow(firstBytes);
    return text;
  }

  #value(value: unknown): void {
    switch (typeof value) {
      case "string":
        this.#text(value);
        return;
      case "number":
        this.#number(value);
        return;
      case "bigint":
        this.#copy(numberJson(value));
        return;
      case "boolean":
        this.#copy(value ? "true" : "false");
        return;
      case "object":
        if (value === null) this.#copy("null");
        else if (Array.isArray(value)) this.#list(value);
        else this.#members(value as Members);
        return;
      default:
        throw new TypeError(`not a JSON value: ${typeof value}`);
    }
  }

  #list(list: readonly unknown[]): void {
    this.#byte(0x5b);
    for (let i = 0; i < list.length; i++) {
      if (i > 0) this.#byte(comma);
      this.#value(list[i]);
    }
    this.#byte(0x5d);
  }

  #members(members: Members): void {
    const { sorted, labels } = this.#orders.of(members);
    const start = this.#at;
    for (let i = 0; i < sorted.length; i++) {
      const name = sorted[i] as string;
      const member = members[name];
      if (member === undefined) continue;
      if (labels === undefined) {
        this.#byte(comma);
        this.#text(name);
        this.#byte(0x3a);
      } else this.#label(labels[i] as Uint8Array);
      this.#value(member);
    }
    if (this.#at === start) this.#byte(comma);
    // In place of the comma of the first member.
    this.#bytes[start] = 0x7b;
    this.#byte(0x7d);
  }

  #label(label: Uint8Array): void {
    const { length } = label;
    if (this.#at + length > this.#bytes.length) this.#grow(length);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let i = 0; i < length; i++) bytes[at++] = label[i] as number;
    this.#at = at;
  }

  #text(text: string): void {
    const { length } = text;
    if (length > shortText) {
      this.#copy(quoteJson(text));
      return;
    }
    if (this.#at + room > this.#bytes.length) this.#grow(room);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = quote;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (!isPlainCode(code)) {
        this.#copy(quoteJson(text));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.#at = at;
  }

  #number(value: number): void {
    if (!(value >= 0 && value < 1_000 && Number.isInteger(value))) {
      this.#copy(numberJson(value));
      return;
    }
    if (value >= 100) this.#byte(zero + Math.trunc(value / 100));
    if (value >= 10) this.#byte(zero + (Math.trunc(value / 10) % 10));
    this.#byte(zero + (value % 10));
  }

  /** Writes a piece of JSON. */
  #copy(json: string): void {
    const most = 3 * json.length;
    if (this.#at + most > this.#bytes.length) this.#grow(most);
    const written = this.#bytes.write(json, this.#at);
    if (written !== json.length) this.#isAscii = false;
    this.#at += written;
  }

  #byte(byte: number): void {
    if (this.#at === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#at++] = byte;
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

type Members = Readonly<Record<string, unknown>>;
