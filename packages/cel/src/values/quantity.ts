/** A decimal number with a unit: `digits` times ten to the power of `exponent`, exact. */
export interface Quantity {
  readonly digits: bigint;
  readonly exponent: number;
  /**
   * Whether it was written shortly enough to be kept in 64 bits. Only such quantities count as
   * integers, whatever their value.
   */
  readonly short: boolean;
}

const decimal: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }),
);
const binary: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }),
);
const form = /^([+-]?)(\d*)(?:\.(\d*))?(.*)$/s;

const malformed = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const badSuffix = "unable to parse quantity's suffix";
/** No quantity has more digits than this. */
const maxDigits = 200;

/** Parses `1.5Gi`, `100m`, `1e3`; returns a message for an invalid text. */
export function parseQuantity(text: string): Quantity | string {
  const match = form.exec(text);
  if (!match || text.length > maxDigits) return malformed;
  const [, sign, whole = "", fraction = "", suffix = ""] = match;
  if (text === "" || !/^[eEinumkKMGTP]*[-+]?[0-9]*$/.test(suffix)) return malformed;
  const scale = suffixScale(suffix);
  if (!scale) return badSuffix;
  const digits = BigInt(whole + fraction) * scale.factor * (sign === "-" ? -1n : 1n);
  const exponent = scale.exponent - fraction.length;
  const written = whole.replace(/^0+/, "").length + fraction.length;
  const read = roundUp({ digits, exponent, short: exponent >= -9 && isShort(written, fraction !== "", suffix) });
  return binary.has(suffix) ? capped(read) : read;
}

const most: Quantity = { digits: 2n ** 63n - 1n, exponent: 0, short: false };

/** With a binary unit nothing is larger than 64 bits hold. */
function capped(q: Quantity): Quantity {
  const isNegative = q.digits < 0n;
  const size = isNegative ? { ...q, digits: -q.digits } : q;
  if (compareQuantities(size, most) <= 0) return q;
  return isNegative ? { ...most, digits: -most.digits } : most;
}

/** A binary unit takes about three decimal digits for ten bits, and no fraction. */
function isShort(written: number, hasFraction: boolean, suffix: string): boolean {
  if (!binary.has(suffix)) return written <= 18;
  return !hasFraction && 15 - written - Math.trunc(binary.get(suffix)! * 0.3) - 1 >= 0;
}

function suffixScale(suffix: string): { readonly factor: bigint; readonly exponent: number } | undefined {
  if (binary.has(suffix)) return { factor: 1n << BigInt(binary.get(suffix)!), exponent: 0 };
  if (decimal.has(suffix)) return { factor: 1n, exponent: decimal.get(suffix)! };
  const exponent = /^[eE]([+-]?\d+)$/.exec(suffix);
  if (!exponent) return undefined;
  const n = Number(exponent[1]);
  return Math.abs(n) > 1000 ? undefined : { factor: 1n, exponent: n };
}

/** The smallest unit is a nano; smaller parts are rounded away from zero. */
function roundUp(q: Quantity): Quantity {
  if (q.exponent >= -9) return q;
  const unit = 10n ** BigInt(-9 - q.exponent);
  const rest = q.digits % unit;
  const whole = q.digits / unit;
  return { digits: rest === 0n ? whole : whole + (q.digits < 0n ? -1n : 1n), exponent: -9, short: false };
}

/** Both with the same exponent. */
function align(a: Quantity, b: Quantity): readonly [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent);
  const scale = (q: Quantity): bigint => q.digits * 10n ** BigInt(q.exponent - exponent);
  return [scale(a), scale(b), exponent];
}

export function compareQuantities(a: Quantity, b: Quantity): number {
  const [x, y] = align(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function addQuantities(a: Quantity, b: Quantity, sign: 1n | -1n = 1n): Quantity {
  const [x, y, exponent] = align(a, b);
  const digits = x + sign * y;
  const fits = [sign * b.digits, digits].every((n) => BigInt.asIntN(64, n) === n);
  return { digits, exponent, short: a.short && b.short && fits };
}

/** Its value as an integer of 64 bits, if it counts as one. */
export function quantityInteger(q: Quantity): bigint | undefined {
  if (!q.short || q.exponent < 0) return undefined;
  const value = q.digits * 10n ** BigInt(q.exponent);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

export function quantityNumber(q: Quantity): number {
  return Number(`${q.digits}e${q.exponent}`);
}

/** In the canonical form: the largest decimal unit that leaves no fraction. */
export function formatQuantity({ digits, exponent }: Quantity): string {
  if (digits === 0n) return "0";
  let [rest, power] = [digits, exponent];
  while (rest % 10n === 0n) {
    rest /= 10n;
    power++;
  }
  const unit = Math.max(-9, Math.min(18, Math.floor(power / 3) * 3));
  const suffix = [...decimal].find(([, scale]) => scale === unit)?.[0] ?? "";
  return `${rest * 10n ** BigInt(power - unit)}${suffix}`;
}
