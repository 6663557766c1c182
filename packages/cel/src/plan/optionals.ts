import type { Call } from "../syntax/ast.ts";
import { isError, Optional } from "../values/value.ts";
import type { Planned, Planner } from "./planned.ts";

/** `a.or(b)` and `a.orValue(b)`: free, and `b` runs only where `a` is empty. */
export function planOr(p: Planner, e: Call): Planned {
  const first = p.plan(e.target!).code;
  const second = p.plan(e.args[0]!).code;
  const unwrap = e.fn === "orValue";
  return {
    code(f) {
      const v = first(f);
      if (isError(v)) return v;
      // A value that is not an optional is used as it is.
      if (!(v instanceof Optional)) return v;
      if (v.value === undefined) return second(f);
      return unwrap ? v.value : v;
    },
  };
}
