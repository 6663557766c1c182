import { quote } from "@svc/base";
import { token } from "../token.ts";
import { type FieldLines, readFieldLines } from "./field-lines.ts";

/** Separates the bytes of a body from further bytes of the connection. */
export interface BodyReader {
  /** The whole body was read. */
  readonly done: boolean;
  /** True for a malformed body; the connection can't be used any more. */
  readonly broken: boolean;
  /** Why the body is malformed, in the original's words. */
  readonly problem?: string | undefined;
  /** The number of remaining bytes, if known. */
  readonly left: number | undefined;
  /** The lines behind the body, names in lower case. */
  readonly trailers?: readonly (readonly [name: string, value: string])[];
  /**
   * Reads available bytes of the body.
   * @param take gets chunks, which are views of `bytes`
   * @returns the offset of the next unread byte
   */
  read(bytes: Buffer, from: number, take: (piece: Buffer) => void): number;
}

/** A body of known length. */
export class LengthReader implements BodyReader {
  readonly broken = false;
  #left: number;

  constructor(length: number) {
    this.#left = length;
  }

  get done(): boolean {
    return this.#left === 0;
  }

  get left(): number {
    return this.#left;
  }

  read(bytes: Buffer, from: number, take: (piece: Buffer) => void): number {
    const end = Math.min(bytes.length, from + this.#left);
    this.#left -= end - from;
    if (end > from) take(bytes.subarray(from, end));
    return end;
  }
}

/** All bytes of a connection behind a switch of protocols. */
export class TunnelReader implements BodyReader {
  readonly done = false;
  readonly broken = false;
  readonly left = undefined;

  read(bytes: Buffer, from: number, take: (piece: Buffer) => void): number {
    take(bytes.subarray(from));
    return bytes.length;
  }
}

/** Bounds of one chunk-size line, and of all lines and extensions together. */
const maxSizeLineBytes = 256;
const maxExtensionBytes = 16 * 1024;
/** Of all lines behind the last chunk. */
const maxTrailerBytes = 16 * 1024;

/**
 * A chunk size with extensions: `;name`, `;name=value`, `;name="value"`. Source: RFC 9112, section
 * 7.1.1.
 */
const sizeLine = new RegExp(`^(?<size>[0-9A-Fa-f]{1,16})(?:;${token}(?:=(?:${token}|"[\\t !#-[\\]-~]*"))?)*$`);

const lf = 10;
const noTrailers: readonly (readonly [string, string])[] = [];

/**
 * A chunked body. Extensions are parsed and dropped, trailers are kept. Source: RFC 9112, section
 * 7.1.
 */
export class ChunkReader implements BodyReader {
  readonly left = undefined;
  #expects: "size" | "data" | "end of data" | "trailer" | "nothing" = "size";
  /** Of the data of this chunk. */
  #dataLeft = 0;
  /** Of a line, as far as it came. */
  #line = "";
  #extensionBytes = 0;
  #trailerBytes = 0;
  #problem: string | undefined;
  #trailers: [string, string][] | undefined;

  get done(): boolean {
    return this.#expects === "nothing";
  }

  get trailers(): readonly (readonly [name: string, value: string])[] {
    return this.#trailers ?? noTrailers;
  }

  get broken(): boolean {
    return this.#problem !== undefined;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  read(bytes: Buffer, from: number, take: (piece: Buffer) => void): number {
    let at = from;
    while (at < bytes.length && !this.done && !this.broken) {
      if (this.#expects === "data") at = this.#readData(bytes, at, take);
      else at = this.#readLine(bytes, at);
    }
    return at;
  }

  #readData(bytes: Buffer, from: number, take: (piece: Buffer) => void): number {
    const end = Math.min(bytes.length, from + this.#dataLeft);
    take(bytes.subarray(from, end));
    this.#dataLeft -= end - from;
    if (this.#dataLeft === 0) this.#expects = "end of data";
    return end;
  }

  #readLine(bytes: Buffer, from: number): number {
    const found = bytes.indexOf(lf, from);
    const end = found < 0 ? bytes.length : found + 1;
    const bound = this.#expects === "trailer" ? maxTrailerBytes - this.#trailerBytes : maxSizeLineBytes;
    if (this.#line.length + end - from > bound) {
      this.#problem = this.#expects === "end of data" ? noChunkEnd : "header line too long";
      return from;
    }
    this.#line += bytes.toString("latin1", from, end);
    if (found >= 0) {
      const line = this.#line;
      this.#line = "";
      const expected = this.#expects;
      if (!line.endsWith("\r\n") || !this.#takeLine(line.slice(0, -2))) this.#problem = lineProblem(expected, line);
    }
    return end;
  }

  /** @returns true for a valid line */
  #takeLine(line: string): boolean {
    switch (this.#expects) {
      case "size":
        return this.#takeSize(line);
      case "end of data":
        this.#expects = "size";
        return line === "";
      default:
        return this.#takeTrailer(line);
    }
  }

  #takeSize(line: string): boolean {
    const digits = sizeLine.exec(line)?.groups?.["size"];
    if (digits === undefined) return false;
    this.#extensionBytes += line.length - digits.length;
    this.#dataLeft = Number.parseInt(digits, 16);
    this.#expects = this.#dataLeft === 0 ? "trailer" : "data";
    return this.#extensionBytes <= maxExtensionBytes && Number.isSafeInteger(this.#dataLeft);
  }

  #takeTrailer(line: string): boolean {
    this.#trailerBytes += line.length + 2;
    if (line === "") {
      this.#expects = "nothing";
      return true;
    }
    const lines: FieldLines = { names: [], spans: [] };
    if (readFieldLines(line, 0, lines) !== undefined) return false;
    const [name = ""] = lines.names;
    this.#trailers ??= [];
    this.#trailers.push([name, line.slice(lines.spans[0], lines.spans[1])]);
    return true;
  }
}

const noChunkEnd = "malformed chunked encoding";

/** Why a line of a chunked body is malformed. */
function lineProblem(expected: string, line: string): string {
  const [text = ""] = line.split(/\r?\n/, 1);
  if (expected === "trailer") return `malformed MIME header: missing colon: ${quote(text)}`;
  if (expected === "end of data") return noChunkEnd;
  const [size = ""] = text.split(";", 1);
  if (size === "") return "empty hex number for chunk length";
  return /^[0-9A-Fa-f]{16}/.test(size) ? "http chunk length too large" : "invalid byte in chunk length";
}
