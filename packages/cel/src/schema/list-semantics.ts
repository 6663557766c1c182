import { equal } from "../values/equal.ts";
import { ObjectValue } from "../values/map.ts";
import { arrayOf, type CelError, type ListLike, type ListSemantics, ListValue, type Value } from "../values/value.ts";

/** Lists whose elements have no order and are all different. */
export function setSemantics(): ListSemantics {
  const semantics: ListSemantics = {
    equals: (a, b) => a.length === b.length && arrayOf(a).every((x) => arrayOf(b).some((y) => equal(x, y) === true)),
    concat(a, b) {
      const known = [...arrayOf(a)];
      for (const v of arrayOf(b)) if (!known.some((x) => equal(x, v) === true)) known.push(v);
      return listOf(known, semantics);
    },
  };
  return semantics;
}

function listOf(values: readonly Value[], semantics: ListSemantics): Value {
  return new ListValue(values.length, (i) => values[i]!, semantics);
}

/** Lists of objects that some of their properties tell apart; their order does not matter. */
export function keyedSemantics(keys: readonly string[]): ListSemantics {
  const keyOf = (v: Value): string =>
    JSON.stringify(keys.map((k) => (v instanceof ObjectValue ? (v.raw[k] ?? null) : null)));
  const byKey = (list: ListLike): Map<string, Value> => new Map(arrayOf(list).map((v) => [keyOf(v), v]));
  const semantics: ListSemantics = {
    equals(a, b) {
      if (a.length !== b.length) return false;
      const others = byKey(b);
      let error: CelError | undefined;
      for (const v of arrayOf(a)) {
        const other = others.get(keyOf(v));
        const same = other === undefined ? false : equal(v, other);
        if (same === false) return false;
        if (same !== true) error ??= same;
      }
      return error ?? true;
    },
    concat(a, b) {
      const merged = byKey(a);
      for (const [key, v] of byKey(b)) merged.set(key, v);
      return listOf([...merged.values()], semantics);
    },
  };
  return semantics;
}
