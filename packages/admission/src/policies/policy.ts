import { clusterEnv, createEnv, type Env, type NativeField, nativeObject, nativeScalar, parseType } from "@svc/cel";
import type { ApiObject, LabelSelectorObject } from "@svc/meta";
import { type Compiled, compileExpression } from "../expressions/conditions.ts";
import { namespaceType, requestType } from "../expressions/request-types.ts";
import { type MatchCriteria, matchCriteria } from "../matching/match-criteria.ts";
import type { ResourceRule } from "../matching/resource-rule.ts";

/** Which requests a policy or a binding is about. */
export interface MatchResources {
  readonly resourceRules?: readonly ResourceRule[];
  readonly excludeResourceRules?: readonly ResourceRule[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
}

interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** The spec of a ValidatingAdmissionPolicy. */
interface PolicySpec {
  readonly paramKind?: { readonly apiVersion: string; readonly kind: string };
  readonly matchConstraints?: MatchResources;
  readonly validations?: readonly {
    readonly expression: string;
    readonly message?: string;
    readonly reason?: string;
    readonly messageExpression?: string;
  }[];
  readonly failurePolicy?: string;
  readonly auditAnnotations?: readonly { readonly key: string; readonly valueExpression: string }[];
  readonly matchConditions?: readonly NamedExpression[];
  readonly variables?: readonly NamedExpression[];
}

/** The spec of a ValidatingAdmissionPolicyBinding. */
interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly string[];
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorObject;
  readonly parameterNotFoundAction?: string;
}

export interface Validation {
  readonly expression: Compiled;
  readonly message: string;
  readonly messageExpression: Compiled | undefined;
  readonly reason: string;
}

export interface Binding {
  readonly name: string;
  readonly criteria: MatchCriteria;
  readonly paramRef: ParamRef | undefined;
  readonly actions: readonly string[];
}

export interface Policy {
  readonly name: string;
  readonly criteria: MatchCriteria;
  readonly paramKind: { readonly apiVersion: string; readonly kind: string } | undefined;
  readonly conditions: readonly Compiled[];
  readonly variables: readonly (readonly [name: string, expression: Compiled])[];
  readonly validations: readonly Validation[];
  readonly auditAnnotations: readonly (readonly [key: string, value: Compiled])[];
  readonly ignoresFailures: boolean;
  readonly bindings: readonly Binding[];
}

/** The policies that have a binding: one without acts on nothing. */
export function policiesOf(policies: readonly ApiObject[], bindings: readonly ApiObject[]): readonly Policy[] {
  const byPolicy = new Map<string, Binding[]>();
  for (const object of bindings) {
    const { spec = {}, metadata } = object as { readonly spec?: BindingSpec } & ApiObject;
    const { policyName = "", paramRef, matchResources, validationActions = [] } = spec;
    const list = byPolicy.get(policyName) ?? [];
    byPolicy.set(policyName, list);
    const criteria = criteriaOf(matchResources ?? {}, { emptyTakesAll: true });
    list.push({ name: metadata.name ?? "", criteria, paramRef, actions: validationActions });
  }
  return policies.flatMap((object) => {
    const found = byPolicy.get(object.metadata.name ?? "");
    return found === undefined ? [] : [policyOf(object, found)];
  });
}

const anything: readonly ResourceRule[] = [
  { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] },
];

function criteriaOf(
  { resourceRules = [], excludeResourceRules, matchPolicy, namespaceSelector, objectSelector }: MatchResources,
  { emptyTakesAll }: { readonly emptyTakesAll: boolean },
): MatchCriteria {
  const rules = resourceRules.length === 0 && emptyTakesAll ? anything : resourceRules;
  return matchCriteria({ rules, excludeRules: excludeResourceRules, matchPolicy, namespaceSelector, objectSelector });
}

function policyOf(object: ApiObject, bindings: readonly Binding[]): Policy {
  const { spec = {}, metadata } = object as { readonly spec?: PolicySpec } & ApiObject;
  const { paramKind, matchConstraints = {}, matchConditions = [], validations = [], auditAnnotations = [] } = spec;
  const { env, variables } = withVariables(environment(paramKind !== undefined), spec.variables ?? []);
  return {
    name: metadata.name ?? "",
    criteria: criteriaOf(matchConstraints, { emptyTakesAll: false }),
    paramKind,
    conditions: matchConditions.map(({ expression }) => compileExpression(env, expression)),
    variables,
    validations: validations.map(({ expression, message = "", messageExpression = "", reason = "" }) => ({
      expression: compileExpression(env, expression),
      message: message.trim(),
      messageExpression: messageExpression === "" ? undefined : compileExpression(env, messageExpression),
      reason: reason === "" ? "Invalid" : reason,
    })),
    auditAnnotations: auditAnnotations.map(({ key, valueExpression }) => [
      key,
      compileExpression(env, valueExpression),
    ]),
    ignoresFailures: spec.failurePolicy === "Ignore",
    bindings,
  };
}

const environments = new Map<boolean, Env>();

function environment(hasParams: boolean): Env {
  let found = environments.get(hasParams);
  if (found === undefined) {
    found = createEnv({
      ...clusterEnv(),
      variables: {
        object: "dyn",
        oldObject: "dyn",
        request: requestType,
        namespaceObject: namespaceType,
        authorizer: "kubernetes.authorization.Authorizer",
        "authorizer.requestResource": "kubernetes.authorization.ResourceCheck",
        ...(hasParams ? { params: "dyn" } : {}),
      },
    });
    environments.set(hasParams, found);
  }
  return found;
}

/** Each variable may use the ones before it. */
function withVariables(
  base: Env,
  list: readonly NamedExpression[],
): { readonly env: Env; readonly variables: Policy["variables"] } {
  const fields = new Map<string, NativeField>();
  const extended = (): Env =>
    base.extend({ variables: { variables: nativeObject("kubernetes.variables", new Map(fields)) } });
  const variables = list.map(({ name, expression }) => {
    const compiled = compileExpression(extended(), expression);
    const type = "program" in compiled ? compiled.program.type : parseType("dyn");
    fields.set(name, { property: name, native: nativeScalar(type) });
    return [name, compiled] as const;
  });
  return { env: extended(), variables };
}
