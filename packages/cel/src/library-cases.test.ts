import { expect, test } from "vitest";
import { clusterEnv } from "./cluster/cluster-env.ts";
import { formatType, type Type } from "./declarations/types.ts";
import { createEnv, type Env } from "./env/env.ts";
import { type StructuralSchema, schemaType } from "./schema/structural.ts";
import { CompileError } from "./syntax/issue.ts";
import { showValue } from "./testing/cases.ts";
import { canonical, readGolden, unexpected } from "./testing/golden.ts";

/** What the original's libraries answered, and what it cost. */
interface Row {
  readonly expr: string;
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly type?: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly compileError?: string;
  readonly cost?: number;
  readonly min?: number;
  readonly max?: string;
}

interface SchemaRow {
  readonly expr: string;
  readonly schema: number;
  readonly vars?: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly compileError?: string;
  readonly cost?: number;
  readonly maxCost?: number | bigint;
}

const defaults = {
  i: 7,
  s: "text",
  d: 2.5,
  u: 3,
  b: true,
  by: new TextEncoder().encode("abc"),
  li: [3, 1, 2],
  ls: ["a", "bb", "ccc"],
  ms: { a: "x", b: "yy" },
};

const variables = {
  object: "dyn",
  i: "int",
  s: "string",
  d: "double",
  u: "uint",
  b: "bool",
  by: "bytes",
  li: "list(int)",
  ls: "list(string)",
  ms: "map(string, string)",
  ts: "timestamp",
  du: "duration",
};

const longNames: Readonly<Record<string, string>> = {
  null: "null_type",
  timestamp: "google.protobuf.Timestamp",
  duration: "google.protobuf.Duration",
};

/** The recorder writes the types of results with their long names. */
function typeText(type: Type): string {
  return longNames[type.kind] ?? formatType(type);
}

function answer(env: Env, expr: string, vars: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  try {
    const program = env.compile(expr);
    const { min, max } = program.estimatedCost;
    const known = { type: typeText(program.type), min, max };
    if (vars === undefined) return known;
    const result = program.evaluate(vars);
    const out = result.ok ? { result: showValue(result.value) } : { error: result.error.message };
    return { ...known, ...out, cost: result.cost };
  } catch (e) {
    if (e instanceof CompileError) return { compileError: e.message };
    throw e;
  }
}

/** Costs near 2^64 are compared as doubles. */
function rounded(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { max, ...rest } = row;
  return max === undefined ? rest : { ...rest, max: Number(max).toPrecision(12) };
}

function differences(got: Record<string, unknown>, want: Record<string, unknown>): string | undefined {
  const keys = Object.keys(want).filter((k) => canonical(got[k]) !== canonical(want[k]));
  return keys.length === 0
    ? undefined
    : keys.map((k) => `${k} ${canonical(got[k])}, not ${canonical(want[k])}`).join("; ");
}

const knownFailures: Readonly<Record<string, string>> = {
  "ms.map(k, k)": "the original goes through maps in random order",
  "self.m.all(k, k == 'a')": "the original goes through maps in random order, which changes what it costs",
  "self.lo.all(x, x.l.all(y, y == x.n))":
    "the original takes the size of x.n for that of x.l there, which has no reason",
};

test("results, costs and estimates of libraries are the original's", () => {
  const env = createEnv({ ...clusterEnv(), variables });
  const failed = new Map<string, string>();
  for (const { expr, vars, ...want } of readGolden<readonly Row[]>("library-cases.json")) {
    const problem = differences(rounded(answer(env, expr, { ...defaults, ...vars })), rounded(want));
    if (problem) failed.set(expr, problem);
  }
  const known = Object.fromEntries(Object.entries(knownFailures).filter(([expr]) => !expr.includes("self.")));
  expect(unexpected(failed, known)).toEqual([]);
});

test("results, costs and estimates of rules on schemas are the original's", () => {
  const golden = readGolden<{
    readonly schemas: readonly StructuralSchema[];
    readonly vars: readonly Readonly<Record<string, unknown>>[];
    readonly cases: readonly SchemaRow[];
  }>("schema-cases.json");
  const envs = golden.schemas.map((schema) => {
    const self = schemaType(schema, { prefix: "x-kubernetes-", name: "selfType" })!;
    return createEnv({ ...clusterEnv(), variables: { self, oldSelf: self } });
  });
  const failed = new Map<string, string>();
  for (const { expr, schema, vars, maxCost, ...rest } of golden.cases) {
    const want = maxCost === undefined ? rest : { ...rest, max: maxCost };
    const got = answer(envs[schema]!, expr, vars === undefined ? undefined : golden.vars[vars]!);
    const problem = differences(rounded(got), rounded(want));
    if (problem) failed.set(expr, problem);
  }
  const known = Object.fromEntries(Object.entries(knownFailures).filter(([expr]) => expr.includes("self.")));
  expect(unexpected(failed, known)).toEqual([]);
});
