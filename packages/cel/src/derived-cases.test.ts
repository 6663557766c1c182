import { expect, test } from "vitest";
import { clusterEnv } from "./cluster/cluster-env.ts";
import { createEnv, type Env } from "./env/env.ts";
import { type StructuralSchema, schemaType } from "./schema/structural.ts";
import { CompileError } from "./syntax/issue.ts";
import { showValue } from "./testing/cases.ts";
import { canonical, readGolden } from "./testing/golden.ts";

/**
 * What the original answered to an expression that was derived from the signatures of functions and
 * the boundaries of types.
 */
interface DerivedCase {
  /** Whether names are typed variables, the parts of a schema, or data without types. */
  readonly in: "typed" | "schema" | "untyped";
  readonly expr: string;
  readonly [answer: string]: unknown;
}

interface DerivedCases {
  readonly variables: readonly (readonly [name: string, type: string, expr: string])[];
  readonly schema: StructuralSchema;
  readonly self: unknown;
  readonly object: unknown;
  readonly cases: readonly DerivedCase[];
}

interface Scope {
  readonly env: Env;
  readonly vars: Readonly<Record<string, unknown>>;
}

const golden = readGolden<DerivedCases>("derived-cases.json");

function scopes(): Readonly<Record<DerivedCase["in"], Scope>> {
  const cluster = createEnv(clusterEnv());
  const untyped = cluster.extend({ variables: { object: "dyn" } });
  const vars: Record<string, unknown> = { object: golden.object };
  const types: Record<string, string> = {};
  for (const [name, type, expr] of golden.variables) {
    const result = cluster.compile(expr).evaluate({});
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`);
    vars[name] = result.value;
    types[name] = type;
  }
  const self = schemaType(golden.schema, { prefix: "x-kubernetes-", name: "selfType" })!;
  return {
    typed: { env: untyped.extend({ variables: types }), vars },
    schema: { env: cluster.extend({ variables: { self, oldSelf: self } }), vars: { self: golden.self } },
    untyped: { env: untyped, vars },
  };
}

function answer({ env, vars }: Scope, expr: string): Record<string, unknown> {
  try {
    const program = env.compile(expr);
    const { min, max } = program.estimatedCost;
    const result = program.evaluate(vars, { budget: 1_000_000 });
    const out = result.ok ? { result: showValue(result.value) } : { error: result.error.message };
    return { min, max, ...out, cost: result.cost };
  } catch (e) {
    if (e instanceof CompileError) return { compileError: e.message };
    throw e;
  }
}

/**
 * The original keeps counts in 64 bits and has non-breaking spaces in its messages now and then.
 */
function comparable(row: Readonly<Record<string, unknown>>): string {
  const { min, max, ...rest } = row;
  const rounded = [min, max].map((n) => (n === undefined ? undefined : Number(n).toPrecision(10)));
  return canonical({ ...Object.fromEntries(Object.entries(rest).sort()), rounded }).replaceAll("\u00a0", " ");
}

test("expressions derived from all functions, types and boundaries have the results and costs of the original", () => {
  const scope = scopes();
  const failed: Record<string, string> = {};
  for (const { in: where, expr, ...want } of golden.cases) {
    const got = comparable(answer(scope[where], expr));
    if (got !== comparable(want)) failed[`${where}: ${expr}`] = `${got}, not ${comparable(want)}`;
  }
  expect(failed).toEqual({});
});
