/**
 * A pattern that the engine rejects immediately for text without characters from U+0100 on, which
 * is most text.
 */
const highSurrogate = /[\ud800-\udbff]/;
const surrogate = /[\ud800-\udfff]/;

/** Length in code points. */
export function codePointLength(s: string): number {
  if (!highSurrogate.test(s)) return s.length;
  let n = s.length;
  for (let i = 0; i < s.length - 1; i++) {
    if ((s.charCodeAt(i) & 0xfc00) === 0xd800 && (s.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      n--;
      i++;
    }
  }
  return n;
}

/** `codePointLength` that remembers its last text: rules often ask several things of one text. */
export function createTextMeter(): (s: string) => number {
  let text = "";
  let length = 0;
  return (s) => {
    if (s !== text) {
      text = s;
      length = codePointLength(s);
    }
    return length;
  };
}

/** Whether indices by code point and by UTF-16 unit agree. */
export function isBmp(s: string): boolean {
  return !surrogate.test(s);
}

/** Order by code point, which differs from the order of UTF-16 units above U+D7FF. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    return rank(x) < rank(y) ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

/** Surrogates encode code points above all others. */
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  return Math.sign(a.length - b.length);
}

/**
 * A double as `string()` writes it: the shortest digits that read back, with an exponent below 1e-4
 * and from 1e6 on.
 */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const text = value.toExponential();
  const exponent = Number(text.slice(text.indexOf("e") + 1));
  return exponent >= -4 && exponent < 6 ? String(value) : text.replace(/e([+-])(\d)$/, "e$10$2");
}

/** A double without exponent, however large or small. */
export function plainDouble(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign, whole, fraction = "", exponent] = match;
  const digits = whole! + fraction;
  const point = whole!.length + Number(exponent);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0")}`;
}

const scratch = new DataView(new ArrayBuffer(8));

/** A finite double that is not negative as `mantissa * 2^exponent`. */
export function doubleParts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

/** `n / 2^bits`, halves to the even neighbour. */
export function roundedShift(n: bigint, bits: bigint): bigint {
  const down = n >> bits;
  const rest = n - (down << bits);
  const half = 1n << (bits - 1n);
  return rest > half || (rest === half && (down & 1n) === 1n) ? down + 1n : down;
}
