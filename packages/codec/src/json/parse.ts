import { asBuffer, decodeUtf8 } from "@svc/base";
import { quote } from "@svc/meta";
import { DecodeError } from "../decoding/decode-error.ts";
import { numberItem, ValueBudget } from "../decoding/value-budget.ts";
import { type Exact, ExactObject, integerOf, NumberText } from "./exact.ts";

/** Levels of nesting. Source: the limit of the original's API servers. */
export const maxJsonDepth = 10_000;

/** An offset in the text, which the functions below read from and advance. */
interface Cursor {
  readonly bytes: Buffer;
  at: number;
}

/**
 * Parses JSON without loss: see `Exact`. Nested values need no stack.
 *
 * @param budget bounds the number of values; the server's own JSON has no bound
 * @throws {DecodeError} of stage `type`, with the original's messages
 * @throws {StatusError} 413 for too many values
 */
export function parseExact(input: Uint8Array, budget: Pick<ValueBudget, "spend"> = new ValueBudget()): Exact {
  const cursor: Cursor = { bytes: asBuffer(input), at: 0 };
  const open: (ExactObject | Exact[])[] = [];
  let value: Exact;
  for (;;) {
    const c = skipSpace(cursor);
    // A value begins: enters non-empty containers, all other values are complete.
    budget.spend((c === 0x2d || isDigit(c)) && Array.isArray(open.at(-1)) ? numberItem : 1);
    if (c === 0x7b || c === 0x5b) {
      if (open.length >= maxJsonDepth) throw unexpected(c, "exceeded max depth");
      cursor.at++;
      const container = c === 0x7b ? new ExactObject() : [];
      const next = skipSpace(cursor);
      if (next !== (c === 0x7b ? 0x7d : 0x5d)) {
        open.push(container);
        if (container instanceof ExactObject) readName(cursor, container, next);
        continue;
      }
      cursor.at++;
      value = container;
    } else value = readScalar(cursor, c);

    value = closeContainers(cursor, open, value);
    if (open.length === 0) return value;
  }
}

/**
 * Adds a complete value to its container, and closes containers that end after it. Stops at the
 * next value or at the end.
 */
function closeContainers(cursor: Cursor, open: (ExactObject | Exact[])[], complete: Exact): Exact {
  let value = complete;
  for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
    const c = skipSpace(cursor);
    if (container instanceof ExactObject) {
      container.values.push(value);
      if (c === 0x2c) {
        cursor.at++;
        readName(cursor, container, skipSpace(cursor));
        return value;
      }
      if (c !== 0x7d) throw unexpected(c, "after object key:value pair");
    } else {
      container.push(value);
      if (c === 0x2c) {
        cursor.at++;
        return value;
      }
      if (c !== 0x5d) throw unexpected(c, "after array element");
    }
    cursor.at++;
    value = container;
    open.pop();
  }
  const c = skipSpace(cursor);
  if (c !== undefined) throw unexpected(c, "after top-level value");
  return value;
}

function readName(cursor: Cursor, into: ExactObject, c: number | undefined): void {
  if (c !== 0x22) throw unexpected(c, "looking for beginning of object key string");
  into.names.push(readString(cursor));
  const colon = skipSpace(cursor);
  if (colon !== 0x3a) throw unexpected(colon, "after object key");
  cursor.at++;
}

function readScalar(cursor: Cursor, c: number | undefined): Exact {
  if (c === 0x22) return readString(cursor);
  if (c === 0x74) return readLiteral(cursor, "true", true);
  if (c === 0x66) return readLiteral(cursor, "false", false);
  if (c === 0x6e) return readLiteral(cursor, "null", null);
  if (c === 0x2d || isDigit(c)) return readNumber(cursor);
  throw unexpected(c, "looking for beginning of value");
}

function readLiteral<T>(cursor: Cursor, word: string, value: T): T {
  for (let i = 1; i < word.length; i++) {
    const c = cursor.bytes[cursor.at + i];
    if (c !== word.charCodeAt(i)) throw broken(c, `in literal ${word} (expecting '${word[i]}')`);
  }
  cursor.at += word.length;
  return value;
}

function readNumber(cursor: Cursor): number | bigint | NumberText {
  const { bytes, at: start } = cursor;
  let at = start;
  if (bytes[at] === 0x2d) at++;
  if (!isDigit(bytes[at])) throw broken(bytes[at], "in numeric literal");
  if (bytes[at] === 0x30) at++;
  else at = skipDigits(bytes, at);
  if (bytes[at] === 0x2e) {
    if (!isDigit(bytes[++at])) throw broken(bytes[at], "after decimal point in numeric literal");
    at = skipDigits(bytes, at);
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++;
    if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
    if (!isDigit(bytes[at])) throw broken(bytes[at], "in exponent of numeric literal");
    at = skipDigits(bytes, at);
  }
  cursor.at = at;
  const text = bytes.toString("latin1", start, at);
  const integer = integerOf(text);
  // Only the text of -0 shows its sign.
  return typeof integer === "number" && !Object.is(integer, -0) ? integer : new NumberText(text);
}

function skipDigits(bytes: Buffer, from: number): number {
  let at = from;
  while (isDigit(bytes[at])) at++;
  return at;
}

/** The cursor starts at the opening quote and ends after the closing one. */
function readString(cursor: Cursor): string {
  const { bytes } = cursor;
  const start = cursor.at + 1;
  let at = start;
  let escaped = false;
  for (let c = bytes[at]; c !== 0x22; c = bytes[at]) {
    if (c === undefined || c < 0x20) throw unexpected(c, "in string literal");
    at = c === 0x5c ? skipEscape(bytes, at + 1) : at + 1;
    escaped ||= c === 0x5c;
  }
  cursor.at = at + 1;
  const text = decodeUtf8(bytes.subarray(start, at));
  return escaped ? (JSON.parse(`"${text}"`) as string).toWellFormed() : text;
}

function skipEscape(bytes: Buffer, at: number): number {
  const c = bytes[at];
  if (c !== 0x75) {
    if (c === undefined || !'"\\/bfnrt'.includes(String.fromCharCode(c))) throw broken(c, "in string escape code");
    return at + 1;
  }
  for (let i = 1; i <= 4; i++) {
    const digit = bytes[at + i];
    if (digit === undefined || !/[0-9a-fA-F]/.test(String.fromCharCode(digit)))
      throw broken(digit, "in \\u hexadecimal character escape");
  }
  return at + 5;
}

/** Advances to the next byte that is not whitespace. */
function skipSpace(cursor: Cursor): number | undefined {
  const { bytes } = cursor;
  let c = bytes[cursor.at];
  while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) c = bytes[++cursor.at];
  return c;
}

function isDigit(c: number | undefined): boolean {
  return c !== undefined && c >= 0x30 && c <= 0x39;
}

/** Within a word, a number or an escape the end of the text is reported as a space. */
function broken(c: number | undefined, where: string): DecodeError {
  return unexpected(c ?? 0x20, where);
}

/** Bytes are printed as Latin-1 characters. */
function unexpected(c: number | undefined, where: string): DecodeError {
  if (c === undefined) return new DecodeError("type", "unexpected end of JSON input");
  const char = String.fromCharCode(c);
  const shown = char === "'" ? "\\'" : char === '"' ? '"' : quote(char).slice(1, -1);
  return new DecodeError("type", `invalid character '${shown}' ${where}`);
}
