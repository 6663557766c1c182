/**
 * JSON as it was written, for what a parsed value no longer tells: duplicate members, their order,
 * and the spelling of numbers. Most text never needs it.
 */
export type Exact =
  | null
  | boolean
  | string
  | number
  | bigint
  | NumberText
  | ExactObject
  | readonly Exact[]
  | PlainObject;

/** A value parsed from something else, whose members are unique. */
export interface PlainObject {
  readonly [key: string]: Exact;
}

/** A number that is not just a safe integer in its plain spelling. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Members as written; names may repeat. */
export class ExactObject {
  readonly names: string[] = [];
  readonly values: Exact[] = [];
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** The integer that the text writes, undefined for other numbers and those beyond int64. */
export function integerOf(text: string): number | bigint | undefined {
  if (!/^-?\d+$/.test(text)) return undefined;
  if (text.length < 16) return Number(text) + 0;
  if (text.length > 20) return undefined;
  const value = BigInt(text);
  if (value < minInt64 || value > maxInt64) return undefined;
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}
