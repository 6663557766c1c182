import type { FunctionDeclaration } from "../declarations/functions.ts";
import { formatType, type Type } from "../declarations/types.ts";
import { createEnv, type Env } from "../env/env.ts";
import type { Program } from "../env/program.ts";
import { bindingsLibrary, blockLibrary, existsOneLibrary } from "../libs/bindings.ts";
import { encodersLibrary } from "../libs/encoders.ts";
import type { Library } from "../libs/library.ts";
import { mathLibrary } from "../libs/math.ts";
import { optionalsLibrary } from "../libs/optionals.ts";
import { type StandardOptions, standardLibrary } from "../libs/standard.ts";
import { stringsLibrary } from "../libs/strings.ts";
import { twoVariableLibrary } from "../libs/two-variable.ts";
import { wellKnownLibrary } from "../libs/well-known.ts";
import { equal } from "../values/equal.ts";
import { createMeter } from "../values/meter.ts";
import { doubleOf, type Value } from "../values/value.ts";
import { blockMacros, blockVariables } from "./block-macros.ts";
import { type Json, type SpecCase, typeFromJson, valueFromJson } from "./spec.ts";

/** Everything that the conformance cases use. */
export const specLibraries: readonly Library[] = [
  optionalsLibrary(),
  bindingsLibrary(),
  blockLibrary(),
  blockMacros,
  existsOneLibrary(),
  encodersLibrary(),
  mathLibrary(),
  stringsLibrary(),
  twoVariableLibrary(),
  wellKnownLibrary(),
];

export interface SpecEnvOptions extends StandardOptions {
  /** @default specLibraries */
  readonly libraries?: readonly Library[];
  /** @default true */
  readonly quotedFields?: boolean;
  readonly maxDepth?: number;
}

/** Makes the environments of cases. */
export function createSpecEnvs(options: SpecEnvOptions = {}): (t: SpecCase["original"]) => Env {
  const base = createEnv({
    standard: standardLibrary(options),
    variables: blockVariables,
    libraries: options.libraries ?? specLibraries,
    quotedFields: options.quotedFields ?? true,
    ...(options.maxDepth === undefined ? {} : { maxDepth: options.maxDepth }),
  });
  return (t) => specEnv(base, t);
}

function specEnv(base: Env, t: SpecCase["original"]): Env {
  const variables: Record<string, Type> = {};
  const functions: FunctionDeclaration[] = [];
  for (const declared of t.typeEnv ?? []) {
    if (declared.ident) variables[declared.name] = typeFromJson(declared.ident.type);
    else functions.push(functionFromJson(declared.name, declared.function as { overloads: Json[] }));
  }
  return base.extend({ variables, libraries: [{ name: "case", functions }], container: t.container ?? "" });
}

function functionFromJson(name: string, json: { readonly overloads: readonly Json[] }): FunctionDeclaration {
  return {
    name,
    overloads: json.overloads.map((o) => {
      const overload = o as { overloadId: string; params?: Json[]; resultType: Json; isInstanceFunction?: boolean };
      const types = (overload.params ?? []).map((p) => formatType(typeFromJson(p)));
      const receiver = overload.isInstanceFunction ? `${types.shift()}.` : "";
      const result = formatType(typeFromJson(overload.resultType));
      return {
        id: overload.overloadId,
        signature: `${receiver}${name}(${types.join(", ")}): ${result}`,
        impl: () => null,
      };
    }),
  };
}

/** Runs one case; undefined when it passes, otherwise the difference. */
export function runSpecCase(envs: ReturnType<typeof createSpecEnvs>, t: SpecCase["original"]): string | undefined {
  const program = compile(envs, t);
  if (typeof program === "string") return t.evalError ? undefined : program;
  const wantType = t.typedResult?.deducedType;
  if (wantType) {
    const want = formatType(typeFromJson(wantType));
    if (formatType(program.type) !== want) return `type ${formatType(program.type)}, not ${want}`;
  }
  if (t.checkOnly) return undefined;
  const vars = Object.fromEntries(Object.entries(t.bindings ?? {}).map(([k, v]) => [k, valueFromJson(v.value)]));
  const result = program.evaluate(vars);
  if (t.evalError) return result.ok ? "no error" : undefined;
  if (!result.ok) return result.error.message;
  const want = valueFromJson(t.value ?? t.typedResult?.result ?? { boolValue: true });
  return same(result.value, want) ? undefined : `got ${show(result.value)}, not ${show(want)}`;
}

function compile(envs: ReturnType<typeof createSpecEnvs>, t: SpecCase["original"]): Program | string {
  try {
    return envs(t).compile(t.expr, { check: !t.disableCheck });
  } catch (e) {
    return (e as Error).message;
  }
}

function same(a: Value, b: Value): boolean {
  if (Number.isNaN(doubleOf(a)) && Number.isNaN(doubleOf(b))) return true;
  return (
    equal(a, b, createMeter(Number.POSITIVE_INFINITY)) === true &&
    (doubleOf(a) === undefined) === (doubleOf(b) === undefined)
  );
}

function show(v: Value): string {
  return JSON.stringify(v, (_, x) => (typeof x === "bigint" ? String(x) : x instanceof Map ? [...x] : x));
}
