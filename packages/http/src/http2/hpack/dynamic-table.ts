import { staticLines } from "./static-table.ts";

/** What a line costs beside the bytes of its name and value. Source: RFC 7541, section 4.1. */
export const lineOverhead = 32;

/**
 * The lines that both sides remember, the newest as number 62. A ring: each has a serial, which
 * stays while it is there, from 1 on.
 * Source: RFC 7541, sections 2.3.2 and 4.
 */
export class DynamicTable {
  readonly #names: string[];
  readonly #values: string[];
  /** Over the low bits of a serial, which tell its place. */
  readonly #mask: number;
  #maxBytes: number;
  #bytes = 0;
  /** The serial of the newest. */
  #newest = 0;
  #lines = 0;

  /** @param maxBytes what it ever may hold, and at first */
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

  /** The line that would have a number, which is one behind those of the static table. */
  serialOf(index: number): number {
    return staticLines + 1 + this.#newest - index;
  }

  /** Of a line that is there. */
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
      // Not to hold what nobody can ask for.
      this.#names[place] = "";
      this.#values[place] = "";
      this.#lines--;
    }
  }
}
