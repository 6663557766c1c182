import { staticLines } from "./static-table.ts";

/** The overhead of a table entry. Source: RFC 7541, section 4.1. */
export const lineOverhead = 32;

/**
 * The table shared by both sides, the newest entry as number 62. A ring: each entry has a stable
 * serial, from 1 on. Source: RFC 7541, sections 2.3.2 and 4.
 */
export class DynamicTable {
  readonly #names: string[];
  readonly #values: string[];
  /** Masks the low bits of a serial, which are its index. */
  readonly #mask: number;
  #maxBytes: number;
  #bytes = 0;
  /** The serial of the newest. */
  #newest = 0;
  #lines = 0;

  /** @param maxBytes the upper bound of its size, and its initial size */
  constructor(maxBytes: number) {
    let places = 1;
    while (places < maxBytes / lineOverhead) places *= 2;
    this.#names = new Array<string>(places).fill("");
    this.#values = new Array<string>(places).fill("");
    this.#mask = places - 1;
    this.#maxBytes = maxBytes;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** Of the newest line. */
  get newest(): number {
    return this.#newest;
  }

  has(serial: number): boolean {
    return serial > this.#newest - this.#lines;
  }

  /** The number of a line in a header block. */
  indexOf(serial: number): number {
    return staticLines + 1 + this.#newest - serial;
  }

  /** The serial for an index above those of the static table. */
  serialOf(index: number): number {
    return staticLines + 1 + this.#newest - index;
  }

  /** The name of an existing entry. */
  name(serial: number): string {
    return this.#names[serial & this.#mask]!;
  }

  value(serial: number): string {
    return this.#values[serial & this.#mask]!;
  }

  /** One that is too large for the table empties it, and is not in it. */
  add(name: string, value: string): void {
    const bytes = name.length + value.length + lineOverhead;
    this.#shrinkTo(this.#maxBytes - bytes);
    if (bytes > this.#maxBytes) return;
    const place = ++this.#newest & this.#mask;
    this.#names[place] = name;
    this.#values[place] = value;
    this.#bytes += bytes;
    this.#lines++;
  }

  /** @param maxBytes no more than it may ever hold */
  resize(maxBytes: number): void {
    this.#maxBytes = maxBytes;
    this.#shrinkTo(maxBytes);
  }

  #shrinkTo(maxBytes: number): void {
    while (this.#bytes > maxBytes && this.#lines > 0) {
      const place = (this.#newest - this.#lines + 1) & this.#mask;
      this.#bytes -= this.#names[place]!.length + this.#values[place]!.length + lineOverhead;
      // Releases evicted strings.
      this.#names[place] = "";
      this.#values[place] = "";
      this.#lines--;
    }
  }
}
