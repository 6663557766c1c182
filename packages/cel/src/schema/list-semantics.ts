import { equalInside } from "../values/equal.ts";
import { ObjectValue } from "../values/map.ts";
import { type Meter, work } from "../values/meter.ts";
import { arrayOf, type CelError, type ListLike, type ListSemantics, ListValue, type Value } from "../values/value.ts";

/** Lists whose elements have no order and are all different. */
export function setSemantics(): ListSemantics {
  const semantics: ListSemantics = {
    equals(a, b, meter) {
      if (a.length !== b.length) return false;
      const members = membership(arrayOf(b), meter);
      return arrayOf(a).every(members.has);
    },
    concat(a, b, meter) {
      const members = membership(arrayOf(a), meter);
      return listOf([...arrayOf(a), ...arrayOf(b).filter((v) => !members.has(v) && members.add(v))], semantics);
    },
  };
  return semantics;
}

interface Membership {
  readonly has: (v: Value) => boolean;
  /** Always true. */
  readonly add: (v: Value) => boolean;
}

/** Finds strings and numbers by hashing, other elements by comparison. */
function membership(values: readonly Value[], meter: Meter): Membership {
  const scalars = new Set<Value>();
  const others: Value[] = [];
  const add = (v: Value): boolean => {
    if (typeof v === "object") others.push(v);
    else scalars.add(v);
    return true;
  };
  for (const v of values) add(v);
  work(meter, values.length);
  return { add, has: (v) => scalars.has(v) || others.some((x) => equalInside(x, v, meter) === true) };
}

function listOf(values: readonly Value[], semantics: ListSemantics): Value {
  return new ListValue(values.length, (i) => values[i]!, { semantics });
}

/**
 * Lists of objects that are identified by some of their properties; their order does not matter.
 */
export function keyedSemantics(keys: readonly string[]): ListSemantics {
  const keyOf = (v: Value): string =>
    JSON.stringify(keys.map((k) => (v instanceof ObjectValue ? (v.raw[k] ?? null) : null)));
  const byKey = (list: ListLike, meter: Meter): Map<string, Value> => {
    work(meter, list.length);
    return new Map(arrayOf(list).map((v) => [keyOf(v), v]));
  };
  const semantics: ListSemantics = {
    equals(a, b, meter) {
      if (a.length !== b.length) return false;
      const others = byKey(b, meter);
      let error: CelError | undefined;
      for (const v of arrayOf(a)) {
        const other = others.get(keyOf(v));
        const same = other === undefined ? false : equalInside(v, other, meter);
        if (same === false) return false;
        if (same !== true) error ??= same;
      }
      return error ?? true;
    },
    concat(a, b, meter) {
      const merged = byKey(a, meter);
      for (const [key, v] of byKey(b, meter)) merged.set(key, v);
      return listOf([...merged.values()], semantics);
    },
  };
  return semantics;
}
