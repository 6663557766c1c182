import type { Call } from "../syntax/ast.ts";
import type { Value } from "../values/value.ts";
import type { Frame } from "./frame.ts";
import { type Local, type Planned, type Planner, withLocals } from "./planned.ts";

/**
 * `cel.@block([a, b], e)`: `e` and later elements name earlier ones `@index0`, `@index1`; each runs
 * at most once.
 */
export function planBlock(p: Planner, e: Call): Planned {
  const bindings = e.args[0]!;
  if (bindings.kind !== "list") throw new TypeError("cel.@block needs a list literal");
  const locals = new Map<string, Local>(
    bindings.elements.map((_, i) => [`@index${i}`, { slot: p.slots++, native: undefined }]),
  );
  return withLocals(p, locals, () => {
    const codes = bindings.elements.map((element) => p.plan(element).code);
    const slots = [...locals.values()].map((l) => l.slot);
    const result = p.plan(e.args[1]!).code;
    return {
      code(f: Frame): Value {
        codes.forEach((code, i) => {
          f.slots[slots[i]!] = code(f);
        });
        return result(f);
      },
    };
  });
}
