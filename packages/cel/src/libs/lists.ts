import { traversalFactor } from "../cost/actual.ts";
import type { FunctionDeclaration, Metered, Overload } from "../declarations/functions.ts";
import { type CallEstimator, exactly, plus, scaled, times, unknownSize } from "../declarations/size.ts";
import { add } from "../values/arithmetic.ts";
import { compare } from "../values/compare.ts";
import { equalInside } from "../values/equal.ts";
import { isMap, mapGet, mapKeys, mapSize } from "../values/map.ts";
import { charge, type Meter, work } from "../values/meter.ts";
import { codePointLength } from "../values/text.ts";
import { Duration } from "../values/time.ts";
import {
  arrayOf,
  CelError,
  Double,
  isError,
  isList,
  kindOf,
  type ListLike,
  maxNesting,
  noSuchOverload,
  tooDeep,
  uintValue,
  type Value,
  type ValueKind,
} from "../values/value.ts";
import { fn, type Library, metered } from "./library.ts";

const ordered: readonly ValueKind[] = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];
const summable: ReadonlyMap<string, Value> = new Map(
  Object.entries<Value>({
    int: 0,
    uint: uintValue(0),
    double: new Double(0),
    duration: new Duration(0n),
  }),
);

/**
 * Charges for looking at all of a value: ten characters cost one, rounded down; parts add up. False
 * where it is too deep for that.
 */
function traverse(meter: Meter, v: Value, depth = 0): boolean {
  if (depth > maxNesting) return false;
  if (isList(v)) {
    work(meter, v.length);
    return arrayOf(v).every((element) => traverse(meter, element, depth + 1));
  }
  if (isMap(v)) {
    work(meter, mapSize(v));
    return mapKeys(v).every((k) => traverse(meter, k) && traverse(meter, mapGet(v, k)!, depth + 1));
  }
  const size = typeof v === "string" ? codePointLength(v) : v instanceof Uint8Array ? v.length : undefined;
  charge(meter, size === undefined ? 1 : Math.floor(size * traversalFactor));
  return true;
}

const estimate: CallEstimator = ([list]) => {
  // Elements of unknown type are assumed to be strings.
  if (!list!.elementType) return { cost: scaled(list!.size, traversalFactor) };
  const { kind } = list!.elementType;
  const element =
    kind === "string" || kind === "bytes" ? scaled(list!.elementSize ?? unknownSize, traversalFactor) : exactly(0);
  return { cost: times(list!.size, plus(exactly(1), element)) };
};

/** A function of a list that visits all elements. */
function listOverload(
  id: string,
  signature: string,
  run: (list: readonly Value[], meter: Meter, ...args: Value[]) => Value,
): Overload {
  const call: Metered = (meter, list, ...args) => {
    return traverse(meter, list!) ? run(arrayOf(list as ListLike), meter, ...args) : tooDeep();
  };
  const failedCost: Overload["failedCost"] = (meter, list) => void traverse(meter, list!);
  return metered(id, signature, call, { cost: () => 0, failedCost, estimate });
}

type ListFunction = (list: readonly Value[], meter: Meter) => Value;

const isSorted: ListFunction = (list) => {
  for (let i = 1; i < list.length; i++) {
    // Elements without an order, such as NaN, are never out of order.
    const order = compare(list[i - 1]!, list[i]!);
    if (typeof order === "number" && order > 0) return false;
  }
  return list.every(isOrdered) ? true : noSuchOverload();
};

const orderedKinds: ReadonlySet<ValueKind> = new Set(ordered);

function isOrdered(v: Value): boolean {
  return orderedKinds.has(kindOf(v));
}

function extreme(name: "min" | "max"): ListFunction {
  return (list) => {
    let best = list[0];
    if (best === undefined) return new CelError(`${name} called on empty list`);
    for (const v of list) {
      if (!isOrdered(v)) return noSuchOverload();
      const order = compare(v, best);
      if (typeof order === "number" && (name === "min" ? order < 0 : order > 0)) best = v;
    }
    return best;
  };
}

function sumFrom(zero: Value): ListFunction {
  return (list) => {
    let sum = zero;
    for (const v of list) {
      sum = add(sum, v);
      if (isError(sum)) return sum;
    }
    return sum;
  };
}

function perType(
  name: string,
  { types, result }: { readonly types: readonly string[]; readonly result?: string },
  run: (type: string) => ListFunction,
): FunctionDeclaration {
  return fn(
    name,
    ...types.map((t) => listOverload(`list_${t}_${name}`, `list(${t}).${name}(): ${result ?? t}`, run(t))),
  );
}

/** `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`. */
export function listsLibrary(): Library {
  return {
    name: "lists",
    functions: [
      perType("isSorted", { types: ordered, result: "bool" }, () => isSorted),
      perType("sum", { types: [...summable.keys()] }, (t) => sumFrom(summable.get(t)!)),
      perType("max", { types: ordered }, () => extreme("max")),
      perType("min", { types: ordered }, () => extreme("min")),
      fn(
        "indexOf",
        listOverload("list_a_index_of_int", "list(A).indexOf(A): int", (list, meter, element) =>
          list.findIndex((v) => equalInside(v, element!, meter) === true),
        ),
      ),
      fn(
        "lastIndexOf",
        listOverload("list_a_last_index_of_int", "list(A).lastIndexOf(A): int", (list, meter, element) =>
          list.findLastIndex((v) => equalInside(v, element!, meter) === true),
        ),
      ),
    ],
  };
}
