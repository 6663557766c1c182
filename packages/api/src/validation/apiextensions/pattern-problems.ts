import { appendAll, type Steps } from "@svc/base";
import { compileWork } from "@svc/base/regex";
import { patternProblem } from "@svc/schema";
import type { SchemaNode } from "./schema-node.ts";
import { schemasWithin } from "./unsupported-members.ts";

/** Returns the problem of a pattern of a schema; undefined for a valid one. */
export type PatternProblems = (pattern: string) => string | undefined;

/** Units of 2 µs, for all patterns of a schema together: about a second. */
const maxWork = 500_000;
/** Between two steps: a few milliseconds, unless one pattern takes longer. */
const stepWork = 2_000;

/** Compiles the patterns of a schema and of the schemas within it, each text once. */
export function* patternProblems(schema: SchemaNode): Steps<PatternProblems> {
  const known = new Map<string, string | undefined>();
  let work = 0;
  let stepEnd = stepWork;
  const next = [schema];
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    appendAll(next, schemasWithin(node));
    const { pattern = "" } = node;
    if (pattern === "" || known.has(pattern)) continue;
    work += compileWork(pattern);
    known.set(pattern, work > maxWork ? tooMuch : patternProblem(pattern));
    if (work < stepEnd || work > maxWork) continue;
    stepEnd = work + stepWork;
    yield;
  }
  return (pattern) => known.get(pattern);
}

const tooMuch = "error parsing regexp: expression too large: together with the other patterns of the schema";
