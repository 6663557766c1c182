import { expect, test } from "vitest";
import { clusterEnv } from "./cluster/cluster-env.ts";
import { formatType } from "./declarations/types.ts";
import { createEnv, type Env } from "./env/env.ts";
import { minSize, type StructuralSchema, schemaType } from "./schema/structural.ts";
import { CompileError } from "./syntax/issue.ts";
import { admissionEnv, admissionVariables } from "./testing/admission.ts";
import { showValue } from "./testing/cases.ts";
import { canonical, readGolden, unexpected } from "./testing/golden.ts";

/** One recorded answer of kube-apiserver 1.33. */
interface ClusterCase {
  readonly group: string;
  readonly expr: string;
  readonly type?: string;
  readonly result?: unknown;
  readonly error?: string;
  readonly compileError?: string;
  readonly schema?: StructuralSchema;
  readonly vars?: Readonly<Record<string, unknown>>;
}

interface CostCase {
  readonly group: "cost";
  readonly schema: StructuralSchema;
  readonly at: string;
  readonly rule: string;
  readonly estimate: string;
}

const rows = readGolden<readonly (ClusterCase | CostCase)[]>("cluster-cases.json");
const prefix = "x-kubernetes-";

const knownFailures: Readonly<Record<string, string>> = {
  "syntax: 1 // trailing": "the recorder could not tell the type",
  "object: object.lo.map(o, o.name)": "the recorder shows the type of a list of dyn as dyn",
  "object: object.s.map(c, c)": "the recorder shows the type of a list of dyn as dyn",
  "schema: self.m.map(k, k).isSorted()": "the original goes through maps in random order",
};

const cluster = createEnv(clusterEnv());

function schemaEnv(schema: StructuralSchema): Env {
  const self = schemaType(schema, { prefix, name: "selfType" })!;
  return cluster.extend({ variables: { self, oldSelf: self } });
}

function answer(row: ClusterCase, env: Env, vars: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    const program = env.compile(row.expr);
    const result = program.evaluate(vars);
    const type = row.type === undefined ? {} : { type: formatType(program.type) };
    return result.ok ? { ...type, result: showValue(result.value) } : { ...type, error: result.error.message };
  } catch (e) {
    if (e instanceof CompileError) return { compileError: e.message };
    throw e;
  }
}

test("results of expressions are the original's to the letter", () => {
  const failed = new Map<string, string>();
  const untyped = admissionEnv();
  for (const row of rows) {
    if (!("expr" in row)) continue;
    const { type, result, error, compileError } = row;
    const given = { type, result, error, compileError };
    const want = Object.fromEntries(Object.entries(given).filter(([key]) => key in row));
    const got = row.schema
      ? answer(row, schemaEnv(row.schema), row.vars ?? {})
      : answer(row, untyped, admissionVariables(row.vars ?? {}));
    if (canonical(got) !== canonical(want)) failed.set(`${row.group}: ${row.expr}`, canonical({ got, want }));
  }
  expect(unexpected(failed, knownFailures)).toEqual([]);
});

/** The schema that a rule stands at, and how often it can be reached. */
function scopeOf(row: CostCase): { readonly schema: StructuralSchema; readonly times: number } {
  let schema = row.schema;
  let times = 1;
  for (const part of row.at.split(".").slice(1)) {
    schema = schema.properties![part.replace("[]", "")]!;
    if (!part.endsWith("[]")) continue;
    const inner = (schema.items ?? schema.additionalProperties) as StructuralSchema;
    times *= schema.maxItems ?? schema.maxProperties ?? Math.floor(3_145_728 / (minSize({ prefix }, inner) + 1));
    schema = inner;
  }
  return { schema, times };
}

const limit = 10_000_000;
const advice =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

function verdict(row: CostCase): string {
  const { schema, times } = scopeOf(row);
  const cost = schemaEnv(schema).compile(row.rule).estimatedCost.max * times;
  if (cost <= limit) return "ok";
  const factor = cost / limit;
  const shown = factor > 100 ? "more than 100x" : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  return `Forbidden: estimated rule cost exceeds budget by factor of ${shown} ${advice}`;
}

test("static costs equal kube-apiserver's", () => {
  const failed = new Map<string, string>();
  for (const row of rows) {
    if ("expr" in row) continue;
    const got = verdict(row);
    if (got !== row.estimate) failed.set(row.rule, `${got}, not ${row.estimate}`);
  }
  expect(unexpected(failed, {})).toEqual([]);
});
