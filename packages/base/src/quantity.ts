import { aString, checkArgument } from "./check/index.ts";

/**
 * Fixed-point amounts with SI, binary or exponent suffixes, exact to 10^-9: `100m`, `1.5Gi`, `2e3`.
 * Source: the API's conventions for resource quantities.
 */
export interface Quantity {
  /** The amount in units of 10^-9. */
  readonly nanos: bigint;
  readonly format: QuantityFormat;
}

/** Family of suffixes in which a quantity is written. */
export type QuantityFormat = "decimalSI" | "binarySI" | "decimalExponent";

/** Regular expression of a quantity's text. */
export const quantityPattern = "^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$";

const grammar = /^([+-]?)(\d*)(?:\.(\d*))?(|[numkMGTPE]|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?\d+)$/;

const decimalSuffixes: readonly (readonly [string, number])[] = [
  ["E", 18],
  ["P", 15],
  ["T", 12],
  ["G", 9],
  ["M", 6],
  ["k", 3],
  ["", 0],
  ["m", -3],
  ["u", -6],
  ["n", -9],
];
const binarySuffixes: readonly (readonly [string, bigint])[] = [
  ["Ei", 60n],
  ["Pi", 50n],
  ["Ti", 40n],
  ["Gi", 30n],
  ["Mi", 20n],
  ["Ki", 10n],
];

const nano = 1_000_000_000n;
/** Binary amounts are capped at the largest int64; decimal ones are exact at any size. */
const maxNanos = 9_223_372_036_854_775_807n * nano;
/** Longer text would only cost time. */
const maxLength = 1_024;
/** An exponent beyond this is not computed: the amount is capped, or rounded to the smallest. */
const maxExponent = 2 * maxLength;

/** The value of each suffix, in units of 10^-9. */
const units: ReadonlyMap<string, Quantity> = new Map<string, Quantity>([
  ...decimalSuffixes.map(([suffix, exponent]) => [suffix, decimalUnit(exponent)] as const),
  ...binarySuffixes.map(([suffix, bits]) => [suffix, binaryUnit(bits)] as const),
]);

function decimalUnit(exponent: number): Quantity {
  return { nanos: shift(1n, exponent), format: "decimalSI" };
}

function binaryUnit(bits: bigint): Quantity {
  return { nanos: nano << bits, format: "binarySI" };
}

/**
 * Undefined for text that is no quantity. Amounts finer than 10^-9 are rounded away from zero.
 * Amounts beyond int64 are capped if they have a binary suffix or an exponent over 2,048.
 * @throws {TypeError} for a wrong argument
 */
export function parseQuantity(text: string): Quantity | undefined {
  checkArgument("parseQuantity: text", text, aString);
  if (text === "" || text.length > maxLength) return undefined;
  const match = grammar.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", suffix = ""] = match;
  // A number without digits is 0, with any suffix.
  const digits = BigInt(whole + fraction);
  const { nanos, format } = scale(digits, fraction.length, suffix);
  return { nanos: sign === "-" ? -nanos : nanos, format };
}

function capped(nanos: bigint): bigint {
  return nanos > maxNanos ? maxNanos : nanos;
}

function scale(digits: bigint, decimals: number, suffix: string): Quantity {
  const unit = units.get(suffix);
  if (unit !== undefined) {
    const nanos = digits * unit.nanos;
    const amount = decimals === 0 ? nanos : divideUp(nanos, 10n ** BigInt(decimals));
    return { nanos: unit.format === "binarySI" ? capped(amount) : amount, format: unit.format };
  }
  const exponent = Number(suffix.slice(1));
  const amount = shift(digits, Math.max(-maxExponent, Math.min(exponent, maxExponent)) - decimals);
  return { nanos: exponent > maxExponent ? capped(amount) : amount, format: "decimalExponent" };
}

/** digits × 10^exponent in units of 10^-9, rounded up. */
function shift(digits: bigint, exponent: number): bigint {
  const power = exponent + 9;
  return power >= 0 ? digits * 10n ** BigInt(power) : divideUp(digits, 10n ** BigInt(-power));
}

function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** A number and the characters of suffixes, in whatever order. */
const withSuffix = /^[+-]?\d*(\.\d*)?([eEinumkKMGTP]+[-+]?|[-+])\d*$/;

/** Returns the problem of text that is not a quantity. @throws {TypeError} for a wrong argument */
export function quantityProblem(text: string): string {
  checkArgument("quantityProblem: text", text, aString);
  if (text.length <= maxLength && withSuffix.test(text)) return "unable to parse quantity's suffix";
  return `quantities must match the regular expression '${quantityPattern}'`;
}

/** The one spelling of an amount: no fraction, the largest suffix that keeps the number whole. */
export function formatQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return "0";
  const sign = nanos < 0n ? "-" : "";
  const amount = nanos < 0n ? -nanos : nanos;
  if (format === "binarySI" && amount >= 1024n * nano && amount % nano === 0n) {
    const units = amount / nano;
    for (const [suffix, bits] of binarySuffixes) {
      if ((units >> bits) << bits === units) return `${sign}${units >> bits}${suffix}`;
    }
    return `${sign}${units}`;
  }
  for (const [suffix, exponent] of decimalSuffixes) {
    const unit = 10n ** BigInt(exponent + 9);
    if (amount % unit !== 0n) continue;
    if (format === "decimalExponent") return sign + formatExponent(amount / unit, exponent);
    return `${sign}${amount / unit}${suffix}`;
  }
  return `${sign}${amount}n`;
}

/** The largest multiple of three as exponent. Exponents have no largest suffix, so it may grow. */
function formatExponent(amount: bigint, exponent: number): string {
  let [digits, power] = [amount, exponent];
  for (; power >= 18 && digits % 1000n === 0n; power += 3) digits /= 1000n;
  return `${digits}${power === 0 ? "" : `e${power}`}`;
}

/** The factor between neighbouring suffixes of a format. */
const stepOf: Readonly<Record<QuantityFormat, bigint>> = { binarySI: 1024n, decimalSI: 1000n, decimalExponent: 1000n };

/**
 * True if the text has the suffix, and no fraction, of its canonical form: only sign and zeros may
 * precede.
 */
function hasCanonicalSuffix(text: string): boolean {
  const [, , whole = "", fraction = "", suffix = ""] = grammar.exec(text) ?? [];
  if (whole === "" || fraction !== "") return false;
  const unit = units.get(suffix);
  const exponent = unit === undefined ? Number(suffix.slice(1)) : 0;
  if (exponent % 3 !== 0 || exponent < -9 || exponent > 18) return false;
  const number = BigInt(whole);
  if (unit?.format === "binarySI" && number * unit.nanos > maxNanos) return false;
  return number % stepOf[unit?.format ?? "decimalExponent"] !== 0n;
}

/**
 * The spelling in which valid text is kept, undefined of other text: as it was sent where its
 * suffix is canonical.
 */
export function canonicalQuantity(text: string): string | undefined {
  // Plain whole numbers and the commonest spellings are canonical already.
  if (/^(0|[1-9]\d{0,14})$/.test(text) && !text.endsWith("000")) return text;
  if (text.length <= maxLength && hasCanonicalSuffix(text)) return text;
  const quantity = parseQuantity(text);
  return quantity === undefined ? undefined : formatQuantity(quantity);
}

/** Compares two amounts. */
export function compareQuantities(a: Quantity, b: Quantity): -1 | 0 | 1 {
  return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0;
}
/** The sum; the format is that of the first, or of the second where the first is zero. */
export function addQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, format: a.nanos === 0n ? b.format : a.format };
}
/** The difference; the format is chosen as in `addQuantities`. */
export function subtractQuantities(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos - b.nanos, format: a.nanos === 0n ? b.format : a.format };
}

/** The amount as a whole number, rounded away from zero. */
export function quantityValue({ nanos }: Quantity): bigint {
  return nanos >= 0n ? divideUp(nanos, nano) : -divideUp(-nanos, nano);
}
