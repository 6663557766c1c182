import { isLarge, workOn } from "../cost/work-on.ts";
import type { Call, Expr } from "../syntax/ast.ts";
import { equalInside } from "../values/equal.ts";
import { isMap, MapView, mapGet, ObjectValue, objectGet } from "../values/map.ts";
import { charge, type Meter } from "../values/meter.ts";
import { arrayOf, isError, isList, ListValue, noSuchOverload, type Value } from "../values/value.ts";
import type { Code } from "./frame.ts";
import { errorOf, isResolved } from "./operands.ts";
import { constant as constantValue, type Planned, type Planner, typeAt } from "./planned.ts";

/** Plans `in`. */
export function planIn(p: Planner, e: Call): Planned {
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
      if (isError(l) || isError(r)) return errorOf(l, r);
      if (isList(r) && isLarge(r)) workOn(f, [r], cost);
      return contains(f, r, l);
    },
  };
}

/** True if a list has the element, or a map the key. */
function contains(meter: Meter, container: Value, element: Value): Value {
  if ((container instanceof MapView || container instanceof ObjectValue) && typeof element !== "string")
    return noSuchOverload();
  if (container instanceof ObjectValue) return objectGet(container, element as string) !== undefined;
  if (isMap(container)) return mapGet(container, element) !== undefined;
  if (!isList(container)) return noSuchOverload();
  const list = container instanceof ListValue ? arrayOf(container) : container;
  for (let i = 0; i < list.length; i++) if (equalInside(list[i]!, element, meter) === true) return true;
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
    if (isLarge(members)) workOn(f, [members], 0);
    return contains(f, members, l);
  };
}
