/** The offset after a string, from the one after its opening quote. */
export function stringEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
  return at + 1;
}

/** The offset after a number or a word. */
export function scalarEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x2c && bytes[at] !== 0x7d && bytes[at] !== 0x5d) at++;
  return at;
}

/** The bytes of a value. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The members of an object, with the bytes of their values. */
export function* membersOf(bytes: Buffer): Generator<readonly [name: string, value: Span]> {
  for (let at = skipSeparators(bytes, 1); at < bytes.length && bytes[at] !== 0x7d; ) {
    const nameEnd = stringEnd(bytes, at + 1);
    const from = skipSeparators(bytes, nameEnd);
    const to = valueEnd(bytes, from);
    yield [JSON.parse(bytes.toString("utf8", at, nameEnd)) as string, { from, to }];
    at = skipSeparators(bytes, to);
  }
}

/** The items of a list. */
export function* itemsOf(bytes: Buffer, list: Span): Generator<Span> {
  for (let from = skipSeparators(bytes, list.from + 1); from < list.to - 1; ) {
    const to = valueEnd(bytes, from);
    yield { from, to };
    from = skipSeparators(bytes, to);
  }
}

function isSeparator(c: number | undefined): boolean {
  return c === 0x2c || c === 0x3a || c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;
}

function skipSeparators(bytes: Buffer, from: number): number {
  let at = from;
  while (isSeparator(bytes[at])) at++;
  return at;
}

function valueEnd(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; ) {
    const c = bytes[at];
    if (c === 0x22) at = stringEnd(bytes, at + 1);
    else if (c === 0x7b || c === 0x5b) {
      depth++;
      at++;
      continue;
    } else if (c === 0x7d || c === 0x5d) {
      depth--;
      at++;
    } else if (isSeparator(c)) {
      at++;
      continue;
    } else at = scalarEnd(bytes, at);
    // Names are followed by a colon, which cannot be at depth 0.
    if (depth === 0) return at;
  }
  return bytes.length;
}
