/** A value within JSON text, with its path. */
interface ValueRange {
  /** Names of members and indexes of items, from the root on. */
  readonly path: readonly (string | number)[];
  /** The offsets of its first byte and of the byte after its last. */
  readonly start: number;
  readonly end: number;
}

/** An unclosed list or object. */
interface Open {
  readonly start: number;
  readonly isList: boolean;
  /** Lists: the index of the next item. */
  index: number;
  /** Objects: whether a name comes next, and the offset of the last name. */
  isBeforeName: boolean;
  nameStart: number;
  nameEnd: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * The values of an object in JSON that contain or touch the bytes from `from` to `to`; the smallest
 * first.
 * @param bytes valid JSON
 */
export function* valuesAround(bytes: Buffer, from: number, to: number): Generator<ValueRange, void, void> {
  const open: Open[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const c = bytes[at++] as number;
    const inside = open.at(-1);
    if (isSpace(c) || c === colon) continue;
    if (c === comma) {
      if (inside?.isList === true) inside.index++;
      else if (inside !== undefined) inside.isBeforeName = true;
    } else if (c === openBrace || c === openBracket) {
      const isList = c === openBracket;
      open.push({ start, isList, index: 0, isBeforeName: !isList, nameStart: 0, nameEnd: 0 });
    } else if (c === closeBrace || c === closeBracket) {
      open.pop();
      if (inside !== undefined && inside.start <= from && at >= to)
        yield { path: pathOf(bytes, open), start: inside.start, end: at };
    } else {
      at = c === quote ? endOfText(bytes, at) : endOfWord(bytes, at);
      if (inside?.isBeforeName === true) {
        inside.isBeforeName = false;
        inside.nameStart = start;
        inside.nameEnd = at;
      } else if (start <= from && at >= to) yield { path: pathOf(bytes, open), start, end: at };
    }
  }
}

function pathOf(bytes: Buffer, open: readonly Open[]): ValueRange["path"] {
  return open.map(({ isList, index, nameStart, nameEnd }) =>
    isList ? index : (JSON.parse(bytes.toString("utf8", nameStart, nameEnd)) as string),
  );
}

function isSpace(c: number): boolean {
  return c === 0x20 || (c >= 0x09 && c <= 0x0d);
}

function endOfText(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

/** Of a number, or of `true`, `false` and `null`. */
function endOfWord(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const c = bytes[at] as number;
    if (c === comma || c === closeBrace || c === closeBracket || isSpace(c)) break;
  }
  return at;
}
