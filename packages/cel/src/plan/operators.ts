import { comparisonCost, concatenationCost, opaqueComparisonCost } from "../cost/actual.ts";
import { isLarge, workOn } from "../cost/work-on.ts";
import type { Type } from "../declarations/types.ts";
import type { Call, Expr } from "../syntax/ast.ts";
import { add, divide, modulo, multiply, negate, subtract } from "../values/arithmetic.ts";
import { compare, unordered } from "../values/compare.ts";
import { equal, equalInside } from "../values/equal.ts";
import { isMap, MapView, mapGet, ObjectValue, objectGet } from "../values/map.ts";
import { charge, type Meter } from "../values/meter.ts";
import {
  arrayOf,
  CelError,
  concatLists,
  isError,
  isList,
  kindOf,
  type ListLike,
  ListValue,
  noSuchOverload,
  Opaque,
  type Value,
  type ValueKind,
} from "../values/value.ts";
import type { Code, Frame } from "./frame.ts";
import { constant as constantValue, hasMethods, type Planned, type Planner, referenceAt, typeAt } from "./planned.ts";

/** Plans the operators, which have code of their own for the common types. */
export function planOperator(p: Planner, e: Call): Planned | undefined {
  switch (e.fn) {
    case "_&&_":
    case "_||_":
      return planLogic(p, e);
    case "!_":
      return unary(p, e, (v) => (typeof v === "boolean" ? !v : noSuchOverload()));
    case "-_":
      return unary(p, e, (v) => withOperator("-_", v, negate(v)));
    case "@not_strictly_false":
      return planNotFalse(p, e);
    case "_==_":
    case "_!=_":
      return planEquality(p, e, e.fn === "_==_");
    case "_<_":
    case "_<=_":
    case "_>_":
    case "_>=_":
      return planComparison(p, e);
    case "_+_":
    case "_-_":
    case "_*_":
    case "_/_":
    case "_%_":
      return planArithmetic(p, e);
    case "@in":
      return planIn(p, e);
    default:
      return undefined;
  }
}

/** The first false (or true) decides, also against an error on the other side. */
function planLogic(p: Planner, e: Call): Planned {
  const codes = operandsOf(p, e, e.fn).map((operand) => p.plan(operand).code);
  const deciding = e.fn === "_||_";
  if (codes.length > 2) return { code: (f) => decide(f, codes, deciding) };
  const [left, right] = codes as [Code, Code];
  return {
    code(f) {
      const l = left(f);
      if (l === deciding) return deciding;
      const r = right(f);
      if (r === deciding) return deciding;
      if (l === !deciding && r === !deciding) return !deciding;
      if (isError(l)) return l;
      return isError(r) ? r : noSuchOverload();
    },
  };
}

/**
 * The operands of a chain, if all are bools; else the two of the outermost operator, since the
 * shape decides which error is told.
 */
function operandsOf(p: Planner, e: Call, fn: string): readonly Expr[] {
  const flat = e.args.flatMap((arg) =>
    arg.kind === "call" && arg.fn === fn && !arg.target ? operandsOf(p, arg, fn) : [arg],
  );
  return flat.every((operand) => typeAt(p, operand).kind === "bool") ? flat : e.args;
}

function decide(f: Frame, codes: readonly Code[], deciding: boolean): Value {
  let failure: Value | undefined;
  for (let i = 0; i < codes.length; i++) {
    const v = codes[i]!(f);
    if (v === deciding) return deciding;
    if (v !== !deciding) failure ??= isError(v) ? v : noSuchOverload();
  }
  return failure ?? !deciding;
}

function unary(p: Planner, e: Call, apply: (v: Value) => Value): Planned {
  const operand = p.plan(e.args[0]!).code;
  return {
    code(f) {
      const v = operand(f);
      f.cost++;
      return isError(v) ? v : apply(v);
    },
  };
}

function planNotFalse(p: Planner, e: Call): Planned {
  const operand = p.plan(e.args[0]!).code;
  return {
    code(f) {
      const v = operand(f);
      f.cost++;
      return v !== false;
    },
  };
}

/** The first error of two operands. */
function errorOf(a: Value, b: Value): Value {
  return isError(a) ? a : isError(b) ? b : noSuchOverload();
}

/** One to ten characters, which cost one to look at. */
function isShort(text: string): boolean {
  return text.length > 0 && text.length <= 10;
}

function planEquality(p: Planner, e: Call, want: boolean): Planned {
  const left = p.plan(e.args[0]!).code;
  const { code: right, constant } = p.plan(e.args[1]!);
  const compared = (f: Frame, l: Value, r: Value): Value => {
    charge(f, want && l instanceof Opaque ? opaqueComparisonCost(l, r) : comparisonCost(l, r));
    if (isError(l)) return l;
    if (isError(r)) return r;
    const same = equal(l, r, f);
    if (typeof same === "boolean") return same === want;
    // What cannot be compared is not equal.
    return want ? same : true;
  };
  if (typeof constant === "string" && isShort(constant)) {
    return {
      code(f) {
        const l = left(f);
        if (typeof l !== "string" || l === "") return compared(f, l, constant);
        f.cost++;
        return (l === constant) === want;
      },
    };
  }
  return {
    code(f) {
      const l = left(f);
      const r = right(f);
      if (typeof l === "number" && typeof r === "number") {
        f.cost++;
        return (l === r) === want;
      }
      if (typeof l === "string" && typeof r === "string" && l !== "" && r !== "" && (isShort(l) || isShort(r))) {
        f.cost++;
        return (l === r) === want;
      }
      return compared(f, l, r);
    },
  };
}

const numbers: readonly ValueKind[] = ["int", "uint", "double"];
const times: readonly ValueKind[] = ["timestamp", "duration"];
const ordered: ReadonlySet<ValueKind> = new Set<ValueKind>([...numbers, ...times, "bool", "string", "bytes"]);

/** Whose left operand each operator takes. */
const operands: ReadonlyMap<string, ReadonlySet<ValueKind>> = new Map(
  Object.entries<ReadonlySet<ValueKind>>({
    "-_": new Set(["int", "double", "bool", "duration"]),
    "_<_": ordered,
    "_<=_": ordered,
    "_>_": ordered,
    "_>=_": ordered,
    "_+_": new Set([...numbers, ...times, "string", "bytes", "list"]),
    "_-_": new Set([...numbers, ...times]),
    "_*_": new Set(numbers),
    "_/_": new Set(numbers),
    "_%_": new Set(["int", "uint"]),
  }),
);

/**
 * A result, or the error of an operator that the left operand knows nothing of, which names the
 * operator.
 */
function withOperator(fn: string, left: Value, result: Value): Value {
  if (!isError(result) || result.message !== "no such overload") return result;
  return operands.get(fn)!.has(kindOf(left)) || hasMethods(left) ? result : new CelError(`no such overload: ${fn}`);
}

/** Whether an order is the wanted one, for `<`, `<=`, `>` and `>=`. */
const orders: ReadonlyMap<string, (order: number) => boolean> = new Map(
  Object.entries<(order: number) => boolean>({
    "_<_": (order) => order < 0,
    "_<=_": (order) => order <= 0,
    "_>_": (order) => order > 0,
    "_>=_": (order) => order >= 0,
  }),
);

function compareNumbers(fn: string, l: number, r: number): Value {
  switch (fn) {
    case "_<_":
      return l < r || falseUnlessNaN(l, r);
    case "_<=_":
      return l <= r || falseUnlessNaN(l, r);
    case "_>_":
      return l > r || falseUnlessNaN(l, r);
    default:
      return l >= r || falseUnlessNaN(l, r);
  }
}

function falseUnlessNaN(l: number, r: number): Value {
  return Number.isNaN(l) || Number.isNaN(r) ? unordered() : false;
}

const sized: ReadonlySet<string> = new Set(["string", "bytes"]);

function isSized(type: Type): boolean {
  return sized.has(type.kind);
}

/** Whether the types leave one overload only. */
function isResolved(p: Planner, e: Call): boolean {
  const reference = referenceAt(p, e);
  return reference?.kind === "call" && reference.overloads.length === 1;
}

function planComparison(p: Planner, e: Call): Planned {
  const { fn } = e;
  const holds = orders.get(fn)!;
  const bySize = isResolved(p, e) && e.args.some((arg) => isSized(typeAt(p, arg)));
  const slow = (f: Frame, l: Value, r: Value): Value => {
    if (bySize) charge(f, comparisonCost(l, r));
    else {
      f.cost++;
      if (isLarge(l) && isLarge(r)) workOn(f, [l], 1);
    }
    const order = isError(l) || isError(r) ? errorOf(l, r) : compare(l, r);
    if (typeof order === "number") return holds(order);
    return isError(l) || isError(r) ? (order as Value) : withOperator(fn, l, order as Value);
  };
  const left = p.plan(e.args[0]!).code;
  const { code: right, constant } = p.plan(e.args[1]!);
  if (typeof constant === "number") {
    return {
      code(f) {
        const l = left(f);
        if (typeof l !== "number") return slow(f, l, constant);
        f.cost++;
        return compareNumbers(fn, l, constant);
      },
    };
  }
  return {
    code(f) {
      const l = left(f);
      const r = right(f);
      if (typeof l !== "number" || typeof r !== "number") return slow(f, l, r);
      f.cost++;
      return compareNumbers(fn, l, r);
    },
  };
}

const arithmetic: ReadonlyMap<string, (a: Value, b: Value) => Value> = new Map(
  Object.entries<(a: Value, b: Value) => Value>({
    "_+_": add,
    "_-_": subtract,
    "_*_": multiply,
    "_/_": divide,
    "_%_": modulo,
  }),
);

function planArithmetic(p: Planner, e: Call): Planned {
  const left = p.plan(e.args[0]!).code;
  const right = p.plan(e.args[1]!).code;
  const compute = arithmetic.get(e.fn)!;
  const apply = (a: Value, b: Value): Value => withOperator(e.fn, a, compute(a, b));
  const isInt = e.args.every((arg) => typeAt(p, arg).kind === "int");
  const fast = isInt ? safeIntegers.get(e.fn) : undefined;
  if (fast) return { code: fast(left, right, apply) };
  const isPlus = e.fn === "_+_";
  const bySize = isPlus && isResolved(p, e) && e.args.some((arg) => isSized(typeAt(p, arg)));
  return {
    code(f) {
      const l = left(f);
      const r = right(f);
      if (bySize) charge(f, concatenationCost(l, r));
      else {
        f.cost++;
        if (isLarge(l) || isLarge(r)) workOn(f, [l, r], 1);
      }
      if (isError(l) || isError(r)) return errorOf(l, r);
      return isPlus && isList(l) && isList(r) ? concatenated(f, l, r) : apply(l, r);
    },
  };
}

function concatenated(f: Frame, a: ListLike, b: ListLike): Value {
  return a instanceof ListValue && a.semantics ? a.semantics.concat(a, b, f) : concatLists(a, b);
}

type FastArithmetic = (left: Code, right: Code, slow: (a: Value, b: Value) => Value) => Code;

/** Integers stay plain numbers while the result is a safe one. */
const safeIntegers: ReadonlyMap<string, FastArithmetic> = new Map(
  Object.entries<FastArithmetic>({
    "_+_": (left, right, slow) => (f) => {
      const l = left(f);
      const r = right(f);
      f.cost++;
      if (typeof l === "number" && typeof r === "number") {
        const sum = l + r;
        if (Number.isSafeInteger(sum)) return sum;
      }
      return isError(l) || isError(r) ? errorOf(l, r) : slow(l, r);
    },
    "_-_": (left, right, slow) => (f) => {
      const l = left(f);
      const r = right(f);
      f.cost++;
      if (typeof l === "number" && typeof r === "number") {
        const difference = l - r;
        if (Number.isSafeInteger(difference)) return difference;
      }
      return isError(l) || isError(r) ? errorOf(l, r) : slow(l, r);
    },
    "_*_": (left, right, slow) => (f) => {
      const l = left(f);
      const r = right(f);
      f.cost++;
      if (typeof l === "number" && typeof r === "number") {
        const product = l * r;
        // Zero has no sign among integers.
        if (Number.isSafeInteger(product)) return product + 0;
      }
      return isError(l) || isError(r) ? errorOf(l, r) : slow(l, r);
    },
  }),
);

function planIn(p: Planner, e: Call): Planned {
  const left = p.plan(e.args[0]!);
  const right = p.plan(e.args[1]!);
  const members = right.constant;
  // Nothing is in a list without elements, whatever it is.
  if (e.args[1]!.kind === "list" && e.args[1]!.elements.length === 0) return constantValue(false);
  if (members !== undefined && isList(members) && isPlainList(e.args[1]!)) {
    return { code: constantMembership(left.code, members) };
  }
  const bySize = isResolved(p, e) && typeAt(p, e.args[1]!).kind === "list";
  const { code } = right;
  return {
    code(f) {
      const l = left.code(f);
      const r = code(f);
      const cost = bySize && isList(r) ? r.length : 1;
      charge(f, cost);
      return isError(l) || isError(r) ? errorOf(l, r) : contains(f, r, l, cost);
    },
  };
}

/** Whether a list has an element, or a map a key. */
function contains(meter: Meter, container: Value, wanted: Value, charged: number): Value {
  if ((container instanceof MapView || container instanceof ObjectValue) && typeof wanted !== "string")
    return noSuchOverload();
  if (container instanceof ObjectValue) return objectGet(container, wanted as string) !== undefined;
  if (isMap(container)) return mapGet(container, wanted) !== undefined;
  if (!isList(container)) return noSuchOverload();
  if (isLarge(container)) workOn(meter, [container], charged);
  const list = container instanceof ListValue ? arrayOf(container) : container;
  for (let i = 0; i < list.length; i++) if (equalInside(list[i]!, wanted, meter) === true) return true;
  return false;
}

/** Whether all elements are literals, other than bytes and null. */
function isPlainList(e: Expr): boolean {
  if (e.kind !== "list") return false;
  return e.elements.every((x) => x.kind === "const" && x.value !== null && !(x.value instanceof Uint8Array));
}

/** Membership among constants is free. */
function constantMembership(left: Code, members: Value): Code {
  const plain = isList(members) && Array.from(members as readonly Value[]).every((m) => typeof m === "string");
  const set = plain ? new Set<Value>(members as readonly Value[]) : undefined;
  return (f) => {
    const l = left(f);
    if (isError(l)) return l;
    if (set) return typeof l === "string" ? set.has(l) : false;
    return contains(f, members, l, 0);
  };
}
