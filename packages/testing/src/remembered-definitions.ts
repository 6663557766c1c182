import type { Dialect } from "@svc/meta";
import type { Definitions } from "@svc/schema";

/**
 * Definitions that were evaluated, by dialect. They are immutable, and all servers may share them.
 */
const evaluated = new WeakMap<Definitions, Map<Dialect, ReturnType<Definitions>>>();

/** Evaluates definitions once: those of all built-in kinds take longer than the rest of a start. */
export function remembered(definitions: Definitions): Definitions {
  return (dialect, expressions) => {
    const known = evaluated.get(definitions) ?? new Map<Dialect, ReturnType<Definitions>>();
    evaluated.set(definitions, known);
    let result = known.get(dialect);
    if (result === undefined) known.set(dialect, (result = definitions(dialect, expressions)));
    return result;
  };
}
