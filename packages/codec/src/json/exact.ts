/**
 * JSON as written, for details that a parsed value loses: duplicate members, their order, and the
 * spelling of numbers. Most text never needs it.
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

/** A parsed value whose members are unique. */
export interface PlainObject {
  readonly [key: string]: Exact;
}

/** A number other than a plainly spelled safe integer. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Members in written order; names may repeat. */
export class ExactObject {
  readonly names: string[] = [];
  readonly values: Exact[] = [];
}

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/** The integer in the text, or -0; undefined for other numbers and those beyond int64. */
export function integerOf(text: string): number | bigint | undefined {
  if (!/^-?\d+$/.test(text)) return undefined;
  if (text.length < 16) return Number(text);
  if (text.length > 20) return undefined;
  const value = BigInt(text);
  if (value < minInt64 || value > maxInt64) return undefined;
  const double = Number(value);
  return Number.isSafeInteger(double) ? double : value;
}
