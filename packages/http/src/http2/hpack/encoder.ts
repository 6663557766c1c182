import { DynamicTable, lineOverhead } from "./dynamic-table.ts";
import { staticNames, staticValues } from "./static-table.ts";

/** No larger table, whatever the peer allows. */
const maxTableBytes = 4096;
const mostLines = maxTableBytes / lineOverhead;

/**
 * An entry beyond this fraction of the table is not added, since it would evict too many others.
 */
const leastShare = 4;

/**
 * Names that are known at a time; with more of them all are forgotten, which costs their next lines
 * a few bytes.
 */
const mostNames = 256;

/**
 * The representation of a line: the highest bits of its first byte. Source: RFC 7541, section 6.
 */
const indexed = 0x80;
const remembered = 0x40;
const resized = 0x20;
const secret = 0x10;
const passing = 0x00;

/** Headers whose values change in nearly every message, and would evict others from the table. */
const passingNames: ReadonlySet<string> = new Set([
  ":path",
  "age",
  "audit-id",
  "content-length",
  "content-location",
  "content-range",
  "etag",
  "expires",
  "last-modified",
  "location",
  "x-request-id",
]);

/**
 * Headers that are never indexed, so that block sizes reveal nothing about them. Source: RFC 7541,
 * section 7.1.3.
 */
const secretNames: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization", "set-cookie"]);

/** The table positions of a name. */
interface Name {
  readonly form: typeof remembered | typeof secret | typeof passing;
  /** The range of its lines in the static table: the first number, 0 for none, and the end. */
  readonly staticFrom: number;
  readonly staticTo: number;
  /** The serial of its newest dynamic entry, which may be evicted; 0 for none. */
  newest: number;
}

/** Beside a name and a value: three numbers. Before all lines: two sizes. */
const mostBesideLine = 3 * 6;
const mostSizeBytes = 2 * 6;

/**
 * Encodes the header blocks of one connection, in order. Strings are not Huffman-coded, which would
 * cost more time than its bytes are worth.
 */
export class HeaderEncoder {
  readonly #table: DynamicTable = new DynamicTable(maxTableBytes);
  /** By the place of a line: the one before it with its name. */
  readonly #older: Float64Array = new Float64Array(mostLines);
  readonly #names: Map<string, Name> = new Map();
  /** The announced table size, and the minimum since that announcement. */
  #announcedBytes = maxTableBytes;
  #leastBytes = maxTableBytes;

  /**
   * The peer's SETTINGS_HEADER_TABLE_SIZE; our table is the smaller of it and 4096. The next block
   * announces the change, including a temporary minimum. Source: RFC 7541, section 4.2.
   */
  setMaxTableBytes(bytes: number): void {
    this.#table.resize(Math.min(bytes, maxTableBytes));
    this.#leastBytes = Math.min(this.#leastBytes, this.#table.maxBytes);
  }

  /**
   * Encodes a header block into `out` from `at` on.
   * @param lines lower-case names and values in alternation, latin1 text
   * @returns its end; -1 when the buffer may be too small, assuming no table hits; then nothing was
   * changed, and the caller retries with a larger one
   */
  encode(lines: readonly string[], out: Buffer, at: number): number {
    let most = at + mostSizeBytes;
    for (let i = 0; i < lines.length; i += 2) most += mostBesideLine + lines[i]!.length + lines[i + 1]!.length;
    if (most > out.length) return -1;
    let end = this.#writeSizes(out, at);
    for (let i = 0; i < lines.length; i += 2) end = this.#writeLine(lines[i]!, lines[i + 1]!, out, end);
    return end;
  }

  #writeSizes(out: Buffer, at: number): number {
    const bytes = this.#table.maxBytes;
    const least = this.#leastBytes;
    if (bytes === this.#announcedBytes && least === bytes) return at;
    let end = at;
    if (least < this.#announcedBytes && least < bytes) end = writeNumber(out, end, resized, 0x1f, least);
    end = writeNumber(out, end, resized, 0x1f, bytes);
    this.#announcedBytes = bytes;
    this.#leastBytes = bytes;
    return end;
  }

  #writeLine(name: string, value: string, out: Buffer, at: number): number {
    const known = this.#names.get(name) ?? this.#learn(name);
    for (let index = known.staticFrom; index < known.staticTo; index++)
      if (staticValues[index] === value) return writeNumber(out, at, indexed, 0x7f, index);
    const serial = this.#find(known, value);
    if (serial !== 0) return writeNumber(out, at, indexed, 0x7f, this.#table.indexOf(serial));
    const fits = (name.length + value.length + lineOverhead) * leastShare <= this.#table.maxBytes;
    const form = known.form === remembered && !fits ? passing : known.form;
    const nameIndex = this.#indexOfName(known);
    let end = writeNumber(out, at, form, form === remembered ? 0x3f : 0x0f, nameIndex);
    if (nameIndex === 0) end = writeText(out, end, name);
    end = writeText(out, end, value);
    if (form === remembered) this.#remember(known, name, value);
    return end;
  }

  #learn(name: string): Name {
    if (this.#names.size >= mostNames) this.#names.clear();
    const form = secretNames.has(name) ? secret : passingNames.has(name) ? passing : remembered;
    const first = staticNames.indexOf(name, 1);
    const staticFrom = Math.max(first, 0);
    const staticTo = first < 0 ? 0 : staticNames.lastIndexOf(name) + 1;
    const known: Name = { form, staticFrom, staticTo, newest: 0 };
    this.#names.set(name, known);
    return known;
  }

  /** The dynamic entry of a line; 0 for none. */
  #find(known: Name, value: string): number {
    let serial = known.newest;
    while (this.#table.has(serial)) {
      if (this.#table.value(serial) === value) return serial;
      serial = this.#older[serial % mostLines]!;
    }
    return 0;
  }

  #indexOfName(known: Name): number {
    if (known.staticFrom !== 0) return known.staticFrom;
    return this.#table.has(known.newest) ? this.#table.indexOf(known.newest) : 0;
  }

  #remember(known: Name, name: string, value: string): void {
    this.#table.add(name, value);
    const serial = this.#table.newest;
    this.#older[serial % mostLines] = known.newest;
    known.newest = serial;
  }
}

/**
 * Encodes a number after the bits of `form`, in the bits of the mask and further bytes. Source: RFC
 * 7541, section 5.1.
 * @returns its end
 */
function writeNumber(out: Buffer, at: number, form: number, mask: number, value: number): number {
  if (value < mask) {
    out[at] = form | value;
    return at + 1;
  }
  out[at] = form | mask;
  let end = at + 1;
  let rest = value - mask;
  for (; rest >= 0x80; rest >>>= 7) out[end++] = rest | 0x80;
  out[end] = rest;
  return end + 1;
}

/** Shorter strings are copied faster in a loop than by a native call. */
const shortText = 40;

function writeText(out: Buffer, at: number, text: string): number {
  const from = writeNumber(out, at, 0, 0x7f, text.length);
  if (text.length > shortText) return from + out.write(text, from, "latin1");
  for (let i = 0; i < text.length; i++) out[from + i] = text.charCodeAt(i);
  return from + text.length;
}
