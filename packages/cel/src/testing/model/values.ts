import { formatDouble } from "../../values/text.ts";

/**
 * Values of the naive model: ints are bigints and doubles are numbers, so that they are distinct;
 * other types that JavaScript lacks are objects with one letter.
 */
export type V =
  | null
  | boolean
  | string
  | bigint
  | number
  | readonly V[]
  | { readonly u: bigint }
  | { readonly b: readonly number[] }
  | { readonly d: bigint }
  | { readonly t: bigint }
  | { readonly m: readonly (readonly [V, V])[] }
  | { readonly o: readonly V[] }
  | typeof failed;

/** Any error: the model does not distinguish errors. */
export const failed: unique symbol = Symbol("failed");

export function int(n: bigint): V {
  return BigInt.asIntN(64, n) === n ? n : failed;
}

export function uint(n: bigint): V {
  return BigInt.asUintN(64, n) === n ? { u: n } : failed;
}

export function duration(nanos: bigint): V {
  return BigInt.asIntN(64, nanos) === nanos ? { d: nanos } : failed;
}

const first = -62_135_596_800n * 1_000_000_000n;
const last = 253_402_300_800n * 1_000_000_000n;

export function timestamp(nanos: bigint): V {
  return nanos >= first && nanos < last ? { t: nanos } : failed;
}

/** A map; two entries with the same key are an error. */
export function mapOf(entries: readonly (readonly [V, V])[]): V {
  return entries.some(([k], i) => entries.slice(0, i).some(([other]) => same(k, other))) ? failed : { m: entries };
}

export function entriesOf(v: V): readonly (readonly [V, V])[] {
  return (v as { readonly m: readonly (readonly [V, V])[] }).m;
}

/** Two numbers of one kind: where one is a double, so is the other. */
function numbersOf(a: V, b: V): readonly [bigint, bigint] | readonly [number, number] | undefined {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === undefined || y === undefined) return undefined;
  return typeof x === "bigint" && typeof y === "bigint" ? [x, y] : [Number(x), Number(y)];
}

/** The number of an int, uint or double. */
function numberOf(v: V): bigint | number | undefined {
  if (typeof v === "bigint" || typeof v === "number") return v;
  return typeof v === "object" && v !== null && "u" in v ? v.u : undefined;
}

export function same(a: V, b: V): boolean {
  const numbers = numbersOf(a, b);
  if (numbers) return numbers[0] === numbers[1];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => same(v, b[i]!));
  }
  if ("m" in a && "m" in b) {
    return a.m.length === b.m.length && a.m.every(([k, v]) => b.m.some(([l, w]) => same(k, l) && same(v, w)));
  }
  if ("o" in a && "o" in b) return same(a.o, b.o);
  return JSON.stringify(show(a)) === JSON.stringify(show(b));
}

/** -1, 0 or 1 for two values of one ordered type or two numbers; NaN where neither is less. */
export function order(a: V, b: V): number {
  const numbers = numbersOf(a, b);
  if (numbers)
    return numbers[0] < numbers[1] ? -1 : numbers[0] > numbers[1] ? 1 : numbers[0] === numbers[1] ? 0 : Number.NaN;
  const [p, q] = [sortable(a), sortable(b)];
  for (let i = 0; i < Math.min(p.length, q.length); i++) if (p[i] !== q[i]) return p[i]! < q[i]! ? -1 : 1;
  return Math.sign(p.length - q.length);
}

function sortable(v: V): readonly (number | bigint)[] {
  if (typeof v === "boolean") return [Number(v)];
  if (typeof v === "string") return [...v].map((c) => c.codePointAt(0)!);
  const x = v as { readonly b?: readonly number[]; readonly d?: bigint; readonly t?: bigint };
  return x.b ?? [x.d ?? x.t!];
}

/** In the notation of the recorded answers. */
export function show(v: V): unknown {
  if (v === failed) return "error";
  if (typeof v === "bigint") return Number.isSafeInteger(Number(v)) ? Number(v) : { bigint: String(v) };
  if (typeof v === "number") return { double: formatDouble(v) };
  if (typeof v !== "object" || v === null) return v;
  if (Array.isArray(v)) return v.map(show);
  if ("u" in v) return { uint: String(v.u) };
  if ("b" in v) return { bytes: Buffer.from(v.b).toString("hex") };
  if ("d" in v) return { duration: `${decimal(v.d)}s` };
  if ("t" in v) return { timestamp: instant(v.t) };
  if ("o" in v) return { optional: v.o.map(show) };
  const entries = entriesOf(v).map(([k, x]) => [show(k), show(x)]);
  return { map: entries.sort((a, b) => (JSON.stringify(a[0]) < JSON.stringify(b[0]) ? -1 : 1)) };
}

/** Nanoseconds as seconds, without zeros at the end. */
function decimal(nanos: bigint): string {
  const digits = String(nanos < 0n ? -nanos : nanos).padStart(10, "0");
  const fraction = digits.slice(-9).replace(/0+$/, "");
  return `${nanos < 0n ? "-" : ""}${digits.slice(0, -9)}${fraction === "" ? "" : `.${fraction}`}`;
}

function instant(nanos: bigint): string {
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const whole = new Date(Number((nanos - rest) / 1_000_000n)).toISOString().slice(0, 19);
  return `${whole}${rest === 0n ? "" : decimal(rest).slice(1)}Z`;
}
