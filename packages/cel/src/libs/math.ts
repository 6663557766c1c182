import { aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { FunctionDeclaration, Implementation } from "../declarations/functions.ts";
import type { Expr } from "../syntax/ast.ts";
import type { MacroBuilder } from "../syntax/builder.ts";
import type { Macro } from "../syntax/macros.ts";
import { compare } from "../values/compare.ts";
import {
  bigIntValue,
  CelError,
  doubleOf,
  doubleValue,
  type ListLike,
  numberOf,
  Uint,
  uintValue,
  type Value,
} from "../values/value.ts";
import { fn, type Library, over } from "./library.ts";

/** Options of the math library. */
export interface MathOptions {
  /** 0 has `greatest` and `least`, 1 rounding, signs and bits, 2 `sqrt`. @default 2 */
  readonly version?: 0 | 1 | 2;
}

const mathOptions = optionsOf<MathOptions>({
  version: optional(aNumber),
});

/** `math.greatest`, rounding, signs, bits. @throws {TypeError} for a wrong argument */
export function mathLibrary(options: MathOptions = {}): Library {
  checkArgument("mathLibrary: options", options, mathOptions);
  const version = options.version ?? 2;
  const functions = [...extremes];
  if (version >= 1) for (const f of [...rounding, ...signs, ...bits]) functions.push(f);
  if (version >= 2) functions.push(root);
  return {
    name: "math",
    macros: [extremeMacro("greatest", "math.@max"), extremeMacro("least", "math.@min")],
    functions,
  };
}

/** `math.greatest(a, b, ...)` as a call on one, two, or a list of numbers. */
function extremeMacro(name: string, fnName: string): Macro {
  const expand = (b: MacroBuilder, target: Expr | undefined, args: readonly Expr[]): Expr | undefined => {
    if (target?.kind !== "ident" || target.name !== "math") return undefined;
    if (args.length === 0) return b.fail(target, `math.${name}() requires at least one argument`);
    const [first] = args;
    if (
      args.length === 1 &&
      !(first!.kind === "list" ? first!.elements.length > 0 && first!.elements.every(isNumber) : isNumber(first!))
    ) {
      return b.fail(first!, `math.${name}() invalid single argument value`);
    }
    const wrong = args.length > 1 ? args.find((a) => !isNumber(a)) : undefined;
    if (wrong) return b.fail(wrong, `math.${name}() simple literal arguments must be numeric`);
    return args.length <= 2 ? b.call(fnName, ...args) : b.call(fnName, b.list(args));
  };
  return { name, receiver: true, args: undefined, expand };
}

/** Whether an argument may be a number, as far as can be seen. */
function isNumber(e: Expr): boolean {
  if (e.kind === "const") return numberOf(e.value) !== undefined;
  return e.kind !== "list" && e.kind !== "map" && e.kind !== "struct";
}

function extremeOf(wantedOrder: number): Implementation {
  return (a, b) => {
    const order = compare(a!, b!);
    if (typeof order !== "number") return order;
    return order === wantedOrder ? a! : order === 0 || Number.isNaN(order) ? a! : b!;
  };
}

function extremeOfList(name: string, order: number): Implementation {
  const pick = extremeOf(order);
  return (list) => {
    const l = list as ListLike;
    if (l.length === 0) return new CelError(`math.@${name}(list) argument must not be empty`);
    let best: Value = l.at(0)!;
    for (let i = 1; i < l.length; i++) {
      best = pick(best, l.at(i)!);
      if (best instanceof CelError) return best;
    }
    return numberOf(best) === undefined ? new CelError("no such overload") : best;
  };
}

const numbers = ["double", "int", "uint"];

function extreme(name: "max" | "min", order: number): FunctionDeclaration {
  const full = `math.@${name}`;
  const pick = extremeOf(order);
  const pairs = numbers
    .flatMap((a) => numbers.map((b) => [a, b] as const))
    .sort((x, y) => Number(x[0] !== x[1]) - Number(y[0] !== y[1]));
  return fn(
    full,
    ...numbers.map((t) => over(`math_@${name}_${t}`, `${full}(${t}): ${t}`, (v) => v!)),
    ...pairs.map(([a, b]) => over(`math_@${name}_${a}_${b}`, `${full}(${a}, ${b}): ${a === b ? a : "dyn"}`, pick)),
    ...numbers.map((t) => over(`math_@${name}_list_${t}`, `${full}(list(${t})): ${t}`, extremeOfList(name, order))),
  );
}

const extremes: readonly FunctionDeclaration[] = [extreme("min", -1), extreme("max", 1)];

function onDouble(name: string, result: string, impl: (n: number) => Value): FunctionDeclaration {
  return fn(
    `math.${name}`,
    over(`math_${name}_double`, `math.${name}(double): ${result}`, (v) => impl(doubleOf(v!)!)),
  );
}

/** Halves go away from zero. */
function round(n: number): number {
  const whole = Math.trunc(n);
  return Math.abs(n - whole) >= 0.5 ? whole + Math.sign(n) : Number.isFinite(n) ? whole : n;
}

const rounding: readonly FunctionDeclaration[] = [
  onDouble("ceil", "double", (n) => doubleValue(Math.ceil(n))),
  onDouble("floor", "double", (n) => doubleValue(Math.floor(n))),
  onDouble("round", "double", (n) => doubleValue(round(n))),
  onDouble("trunc", "double", (n) => doubleValue(Math.trunc(n))),
  onDouble("isInf", "bool", (n) => n === Number.POSITIVE_INFINITY || n === Number.NEGATIVE_INFINITY),
  onDouble("isNaN", "bool", (n) => Number.isNaN(n)),
  onDouble("isFinite", "bool", (n) => Number.isFinite(n)),
];

const absolute: Implementation = (v) => {
  const double = doubleOf(v!);
  if (double !== undefined) return doubleValue(Math.abs(double));
  if (v instanceof Uint) return v;
  const n = BigInt(v as number | bigint);
  return n === -(1n << 63n) ? new CelError("integer overflow") : bigIntValue(n < 0n ? -n : n);
};

const sign: Implementation = (v) => {
  const double = doubleOf(v!);
  if (double !== undefined) return doubleValue(Math.sign(double));
  if (v instanceof Uint) return uintValue(v.value > 0 ? 1 : 0);
  const n = v as number | bigint;
  return n > 0 ? 1 : n < 0 ? -1 : 0;
};

function onNumbers(name: string, impl: Implementation): FunctionDeclaration {
  return fn(`math.${name}`, ...numbers.map((t) => over(`math_${name}_${t}`, `math.${name}(${t}): ${t}`, impl)));
}

const signs: readonly FunctionDeclaration[] = [onNumbers("abs", absolute), onNumbers("sign", sign)];

type BitOperation = (a: bigint, b: bigint) => bigint | CelError;

function bitwise(apply: BitOperation): { readonly int: Implementation; readonly uint: Implementation } {
  const raw = (v?: Value): bigint => BigInt(numberOf(v!)!);
  return {
    int: (a, b) => {
      const r = apply(raw(a), b === undefined ? 0n : raw(b));
      return typeof r === "bigint" ? bigIntValue(BigInt.asIntN(64, r)) : r;
    },
    uint: (a, b) => {
      const r = apply(raw(a), b === undefined ? 0n : raw(b));
      return typeof r === "bigint" ? uintValue(BigInt.asUintN(64, r)) : r;
    },
  };
}

function onBits(name: string, apply: BitOperation): FunctionDeclaration {
  const impl = bitwise(apply);
  return fn(
    `math.${name}`,
    over(`math_${name}_int_int`, `math.${name}(int, int): int`, impl.int),
    over(`math_${name}_uint_uint`, `math.${name}(uint, uint): uint`, impl.uint),
  );
}

function shift(name: string, left: boolean): FunctionDeclaration {
  const apply: BitOperation = (a, b) => {
    if (b < 0n) return new CelError(`math.${name}() negative offset: ${b}`);
    if (b >= 64n) return 0n;
    return left ? a << b : BigInt.asUintN(64, a) >> b;
  };
  const impl = bitwise(apply);
  return fn(
    `math.${name}`,
    over(`math_${name}_int_int`, `math.${name}(int, int): int`, impl.int),
    over(`math_${name}_uint_int`, `math.${name}(uint, int): uint`, impl.uint),
  );
}

const not = bitwise((a) => ~a);

const bits: readonly FunctionDeclaration[] = [
  onBits("bitAnd", (a, b) => a & b),
  onBits("bitOr", (a, b) => a | b),
  onBits("bitXor", (a, b) => a ^ b),
  fn(
    "math.bitNot",
    over("math_bitNot_int_int", "math.bitNot(int): int", not.int),
    over("math_bitNot_uint_uint", "math.bitNot(uint): uint", not.uint),
  ),
  shift("bitShiftLeft", true),
  shift("bitShiftRight", false),
];

const root: FunctionDeclaration = fn(
  "math.sqrt",
  ...numbers.map((t) =>
    over(`math_sqrt_${t}`, `math.sqrt(${t}): double`, (v) => doubleValue(Math.sqrt(Number(numberOf(v!)!)))),
  ),
);
