import { appendAll, type Steps } from "@svc/base";
import { CompileError, type Env, growingObject, type NativeType, nativeScalar, parseType, type Type } from "@svc/cel";
import type { ApiObject, GroupVersionKind } from "@svc/meta";
import type { StructSchema } from "@svc/schema";
import { policyEnvironment } from "../expressions/admission-language.ts";
import type { ResourceRule } from "../match-spec.ts";
import type { NamedExpression } from "../policies/bound-policy.ts";
import type { PolicySpec } from "../policies/validating-policy.ts";
import { typeOfSchema } from "./schema-type.ts";

/** A kind of objects with its schema. */
export interface CheckedKind extends GroupVersionKind {
  readonly schema: StructSchema;
}

/** The kinds that a server has. */
export interface CheckedKinds {
  /** The kinds of a resource; an empty group means every group that has the resource. */
  ofResource(group: string, version: string, resource: string): readonly CheckedKind[];
  ofKind(apiVersion: string, kind: string): CheckedKind | undefined;
}

/** A type error of one expression of a policy, for each kind that the policy matches. */
export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** A rule that names more ends the list, so that a policy is checked against few. */
const maxKindsOfRule = 10;
/** Combinations of a group, a version and a resource that are looked up for one rule. */
const maxLookUps = 10_000;
/** Variables that are checked, or combinations that are looked up, between two steps. */
const stepItems = 100;

/**
 * Checks the validations of a ValidatingAdmissionPolicy, and what makes their messages, against the
 * types of the objects that it names. Rules with `*` and subresources name none. It yields between
 * expressions, so that large policies can be checked in turns.
 */
export function* typeWarnings(policy: ApiObject, kinds: CheckedKinds): Steps<readonly ExpressionWarning[]> {
  const { spec = {} } = policy as { readonly spec?: PolicySpec } & ApiObject;
  const { paramKind, validations = [], variables = [] } = spec;
  const params = paramKind && kinds.ofKind(paramKind.apiVersion, paramKind.kind);
  const environments: (readonly [kind: string, env: Env])[] = [];
  for (const kind of yield* kindsOf(spec, kinds))
    environments.push([kindText(kind), yield* environmentOf(kind, params, variables)]);
  const warnings: ExpressionWarning[] = [];
  for (const [i, { expression, messageExpression = "" }] of validations.entries()) {
    for (const [field, text] of [
      ["expression", expression],
      ["messageExpression", messageExpression],
    ] as const) {
      if (text === "") continue;
      const found: string[] = [];
      for (const [kind, env] of environments) {
        const issues = issuesOf(env, text);
        if (issues !== undefined) found.push(`${kind}: ${issues}\n`);
        yield;
      }
      if (found.length > 0) warnings.push({ fieldRef: `spec.validations[${i}].${field}`, warning: found.join("\n") });
    }
  }
  return warnings;
}

/** In the order in which warnings show them. */
function* kindsOf({ matchConstraints = {} }: PolicySpec, kinds: CheckedKinds): Steps<readonly CheckedKind[]> {
  const found = new Map<string, CheckedKind>();
  for (const rule of matchConstraints.resourceRules ?? []) {
    const ofRule = yield* kindsOfRule(rule, kinds);
    for (const kind of ofRule) found.set(sortKey(kind), kind);
    if (ofRule.length >= maxKindsOfRule) break;
  }
  return [...found].sort(([a], [b]) => compare(a, b)).map(([, kind]) => kind);
}

function* kindsOfRule(
  { apiGroups = [], apiVersions = [], resources = [] }: ResourceRule,
  kinds: CheckedKinds,
): Steps<readonly CheckedKind[]> {
  const [versions, names] = [named(apiVersions), named(resources)];
  const found: CheckedKind[] = [];
  let lookUps = 0;
  for (const group of named(apiGroups))
    for (const version of versions)
      for (const resource of names) {
        appendAll(found, kinds.ofResource(group, version, resource));
        if (found.length >= maxKindsOfRule || ++lookUps === maxLookUps) return found.slice(0, maxKindsOfRule);
        if (lookUps % stepItems === 0) yield;
      }
  return found;
}

/** Without wildcards and subresources. */
function named(names: readonly string[]): readonly string[] {
  return names.filter((name) => !/[*/]/.test(name)).sort(compare);
}

function sortKey({ group, version, kind }: GroupVersionKind): string {
  return `${group}\0${version}\0${kind}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function kindText({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}, Kind=${kind}`;
}

/** The environment has what variables there are so far: each may use those before it. */
function* environmentOf(
  kind: CheckedKind,
  params: CheckedKind | undefined,
  variables: readonly NamedExpression[],
): Steps<Env> {
  const object = typeOfSchema(kind.schema, kind.kind);
  const declared: Record<string, NativeType> = { object, oldObject: object };
  if (params !== undefined) declared["params"] = typeOfSchema(params.schema, params.kind);
  const fields = growingObject("kubernetes.variables");
  declared["variables"] = fields.native;
  const env = policyEnvironment().extend({ variables: declared });
  yield;
  for (const [i, { name, expression }] of variables.entries()) {
    const type = typeOfExpression(env, expression);
    fields.declare(name, nativeScalar(type instanceof CompileError ? any : open(type)));
    if (i % stepItems === 0) yield;
  }
  return env;
}

const any = parseType("dyn");

/** The fields of a variable are not checked. */
function open(type: Type): Type {
  if (type.kind === "object") return any;
  return type.params.length === 0 ? type : { ...type, params: type.params.map(open) };
}

function issuesOf(env: Env, text: string): string | undefined {
  const type = typeOfExpression(env, text);
  return type instanceof CompileError ? type.message : undefined;
}

function typeOfExpression(env: Env, text: string): Type | CompileError {
  try {
    return env.check(env.parse(text)).type;
  } catch (error) {
    if (error instanceof CompileError) return error;
    throw error;
  }
}
