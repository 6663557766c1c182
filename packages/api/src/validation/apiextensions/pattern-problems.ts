import { appendAll, type Steps } from "@svc/base";
import { compileWork } from "@svc/base/regex";
import { patternProblem } from "@svc/schema";
import { RecentTexts } from "../common/recent-texts.ts";
import type { SchemaNode } from "./schema-node.ts";
import { schemasWithin } from "./unsupported-members.ts";

/** Returns the problem of a pattern of a schema; undefined for a valid one. */
export type PatternProblems = (pattern: string) => string | undefined;

/** Units of 2 µs, for all patterns of a schema together: about a second. */
const maxWork = 500_000;
/** Between two steps: a few milliseconds, unless one pattern takes longer. */
const stepWork = 2_000;

/**
 * Returns a function that compiles the patterns of a schema and of the schemas within it. A valid
 * pattern that was compiled lately is not compiled again, though it counts as if it was.
 */
export function patternCompiler(): (schema: SchemaNode) => Steps<PatternProblems> {
  const valid = new RecentTexts();
  const problemOf = (pattern: string): string | undefined => {
    if (valid.has(pattern)) return undefined;
    const problem = patternProblem(pattern);
    if (problem === undefined) valid.add(pattern);
    return problem;
  };
  return (schema) => patternProblems(schema, problemOf);
}

function* patternProblems(schema: SchemaNode, problemOf: PatternProblems): Steps<PatternProblems> {
  const known = new Map<string, string | undefined>();
  let work = 0;
  let stepEnd = stepWork;
  const next = [schema];
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    appendAll(next, schemasWithin(node));
    const { pattern = "" } = node;
    if (pattern === "" || known.has(pattern)) continue;
    work += compileWork(pattern);
    known.set(pattern, work > maxWork ? tooMuch : problemOf(pattern));
    if (work < stepEnd || work > maxWork) continue;
    stepEnd = work + stepWork;
    yield;
  }
  return (pattern) => known.get(pattern);
}

const tooMuch = "error parsing regexp: expression too large: together with the other patterns of the schema";
