import { decodeUtf8 } from "@svc/base";
import { copyMembers } from "@svc/meta";
import { controlCharacters } from "./control-characters.ts";
import { valuesAround } from "./edit-range.ts";
import type { PlainObject } from "./exact.ts";
import { parseUniqueValue } from "./plain.ts";
import { maxValueDepth } from "./to-json.ts";

/** JSON text and its value, as `parseUnique` returns it. Both are immutable. */
export interface ParsedText {
  readonly bytes: Buffer;
  readonly value: PlainObject;
}

/**
 * Parses a text that differs from a known one within a single value: only that value is parsed,
 * everything else is shared with the known one. Undefined when the text is no such edit, or has
 * characters that YAML does not allow; `parseUnique` may still accept it.
 */
export function parseIncremental(bytes: Buffer, known: ParsedText): PlainObject | undefined {
  const longer = bytes.length - known.bytes.length;
  const from = commonStart(bytes, known.bytes);
  if (from === bytes.length && longer === 0) return known.value;
  const to = known.bytes.length - commonEnd(bytes, known.bytes, from);
  let tries = 0;
  for (const { path, start, end } of valuesAround(known.bytes, from, to)) {
    if (path.length === 0 || ++tries > maxTries) break;
    const part = bytes.subarray(start, end + longer);
    if (controlCharacters.test(decodeUtf8(part))) break;
    const value = parseUniqueValue(part, maxValueDepth - path.length);
    if (value !== undefined) return withValue(known.value, path, value.of) as PlainObject;
  }
  return undefined;
}

/** Text inserted directly after a value belongs to the parent. */
const maxTries = 2;

/**
 * The length of the common prefix, by bisection: the platform compares bytes much faster than a
 * loop.
 */
function commonStart(a: Buffer, b: Buffer): number {
  let same = 0;
  for (let most = Math.min(a.length, b.length); same < most; ) {
    const half = Math.ceil((same + most) / 2);
    if (a.compare(b, same, half, same, half) === 0) same = half;
    else most = half - 1;
  }
  return same;
}

/** The length of the common suffix after the common prefix. */
function commonEnd(a: Buffer, b: Buffer, start: number): number {
  let same = 0;
  for (let most = Math.min(a.length, b.length) - start; same < most; ) {
    const half = Math.ceil((same + most) / 2);
    if (a.compare(b, b.length - half, b.length - same, a.length - half, a.length - same) === 0) same = half;
    else most = half - 1;
  }
  return same;
}

function withValue(old: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(old)) return old.with(step as number, withValue(old[step as number], rest, value));
  const copy = copyMembers(old as PlainObject) as Record<string, unknown>;
  // The member exists already, so that `__proto__` is a plain name.
  copy[step] = withValue(copy[step], rest, value);
  return copy;
}
