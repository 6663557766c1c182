import type { FunctionDeclaration, Implementation } from "../check/declarations.ts";
import { traversalFactor } from "../cost/actual.ts";
import { type CallEstimator, exactly, plus, scaled, times, unknownSize } from "../cost/size.ts";
import { add } from "../values/arithmetic.ts";
import { compare } from "../values/compare.ts";
import { equal } from "../values/equal.ts";
import { isMap, mapGet, mapKeys } from "../values/map.ts";
import { codePointLength } from "../values/text.ts";
import { Duration } from "../values/time.ts";
import { CelError, Double, isError, isList, type ListLike, uintValue, type Value } from "../values/value.ts";
import { fn, type Library, over } from "./library.ts";

const ordered = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];
const summable: Readonly<Record<string, Value>> = {
  int: 0,
  uint: uintValue(0),
  double: new Double(0),
  duration: new Duration(0n),
};

/** What it costs to look at all of a value: ten characters cost one, rounded down; parts add up. */
function traversal(v: Value): number {
  if (typeof v === "string") return Math.floor(codePointLength(v) * traversalFactor);
  if (v instanceof Uint8Array) return Math.floor(v.length * traversalFactor);
  if (isList(v)) {
    let sum = 0;
    for (let i = 0; i < v.length; i++) sum += traversal(v.at(i)!);
    return sum;
  }
  if (!isMap(v)) return 1;
  return mapKeys(v).reduce<number>((sum, k) => sum + traversal(k) + traversal(mapGet(v, k)!), 0);
}

const estimate: CallEstimator = ([list]) => {
  // What may be a string is taken for one.
  if (!list!.elementType) return { cost: scaled(list!.size, traversalFactor) };
  const { kind } = list!.elementType;
  const element =
    kind === "string" || kind === "bytes" ? scaled(list!.elementSize ?? unknownSize, traversalFactor) : exactly(0);
  return { cost: times(list!.size, plus(exactly(1), element)) };
};

const more = { cost: (v?: Value): number => traversal(v!), estimate };

/** The position of the first (or last) element that is equal. */
function position(last: boolean): Implementation {
  return (list, wanted) => {
    const l = list as ListLike;
    for (let n = 0; n < l.length; n++) {
      const i = last ? l.length - 1 - n : n;
      if (equal(l.at(i)!, wanted!) === true) return i;
    }
    return -1;
  };
}

const isSorted: Implementation = (list) => {
  const l = list as ListLike;
  for (let i = 1; i < l.length; i++) {
    const order = compare(l.at(i - 1)!, l.at(i)!);
    if (isError(order as Value)) return order as CelError;
    if (!((order as number) <= 0)) return false;
  }
  return true;
};

function extreme(name: "min" | "max"): Implementation {
  return (list) => {
    const l = list as ListLike;
    if (l.length === 0) return new CelError(`${name} called on empty list`);
    let best = l.at(0)!;
    for (let i = 1; i < l.length; i++) {
      const order = compare(l.at(i)!, best);
      if (typeof order !== "number") return order;
      if (name === "min" ? order < 0 : order > 0) best = l.at(i)!;
    }
    return best;
  };
}

function sumFrom(zero: Value): Implementation {
  return (list) => {
    const l = list as ListLike;
    let sum = zero;
    for (let i = 0; i < l.length; i++) {
      sum = add(sum, l.at(i)!);
      if (isError(sum)) return sum;
    }
    return sum;
  };
}

function perType(
  name: string,
  types: readonly string[],
  impl: (type: string) => Implementation,
  result?: string,
): FunctionDeclaration {
  const overloads = types.map((t) => over(`list_${t}_${name}`, `list(${t}).${name}(): ${result ?? t}`, impl(t), more));
  return fn(name, ...overloads);
}

/** `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`. */
export function listsLibrary(): Library {
  return {
    name: "lists",
    functions: [
      perType("isSorted", ordered, () => isSorted, "bool"),
      perType("sum", Object.keys(summable), (t) => sumFrom(summable[t]!)),
      perType("max", ordered, () => extreme("max")),
      perType("min", ordered, () => extreme("min")),
      fn("indexOf", over("list_a_index_of_int", "list(A).indexOf(A): int", position(false), more)),
      fn("lastIndexOf", over("list_a_last_index_of_int", "list(A).lastIndexOf(A): int", position(true), more)),
    ],
  };
}
