import type { ApiObject, LabelSelectorObject } from "@svc/meta";
import { type AdmissionLanguage, admissionLanguage, type LanguageOptions } from "../expressions/admission-language.ts";
import type { Compiled } from "../expressions/compiled-texts.ts";
import type { ResourceRule } from "../match-spec.ts";
import { type MatchCriteria, matchCriteria } from "../matching/match-criteria.ts";

/** Which requests a policy or a binding is about. */
export interface MatchResources {
  readonly resourceRules?: readonly ResourceRule[];
  readonly excludeResourceRules?: readonly ResourceRule[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
}

/** An expression under a name. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** The fields that the specs of validating and mutating policies share. */
export interface CommonSpec {
  readonly paramKind?: ParamKindReference;
  readonly matchConstraints?: MatchResources;
  readonly failurePolicy?: string;
  readonly matchConditions?: readonly NamedExpression[];
  readonly variables?: readonly NamedExpression[];
}

/** The kind of the parameters of a policy. */
export interface ParamKindReference {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The spec of a binding of either kind of policy. */
interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  /** Mutating policies have none. */
  readonly validationActions?: readonly string[];
}

/** Which parameters a binding takes. */
export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorObject;
  readonly parameterNotFoundAction?: string;
}

/** A binding of a policy. */
export interface Binding {
  readonly name: string;
  readonly criteria: MatchCriteria;
  readonly paramRef: ParamRef | undefined;
  readonly actions: readonly string[];
}

/** Expressions under names, in the order in which they may use each other. */
export type Variables = readonly (readonly [name: string, expression: Compiled])[];

/** The parts that compiled validating and mutating policies share. */
export interface CommonPolicy {
  readonly name: string;
  readonly criteria: MatchCriteria;
  readonly paramKind: ParamKindReference | undefined;
  readonly conditions: readonly Compiled[];
  readonly variables: Variables;
  readonly ignoresFailures: boolean;
}

/** A policy with its bindings, in the order of their names. */
export type Bound<P> = P & { readonly bindings: readonly Binding[] };

/** Compiles policies; one that did not change is not compiled again. */
export function policyCompiler<P>(compile: (policy: ApiObject) => P): (policy: ApiObject) => P {
  const known = new WeakMap<ApiObject, { readonly compiled: P }>();
  return (policy) => {
    let found = known.get(policy);
    if (found === undefined) known.set(policy, (found = { compiled: compile(policy) }));
    return found.compiled;
  };
}

/** The policies that have a binding: one without acts on nothing. */
export function boundPolicies<P>(
  policies: readonly ApiObject[],
  bindings: readonly ApiObject[],
  compile: (policy: ApiObject) => P,
): readonly Bound<P>[] {
  const byPolicy = new Map<string, Binding[]>();
  for (const object of byName(bindings)) {
    const { spec = {}, metadata } = object as { readonly spec?: BindingSpec } & ApiObject;
    const { policyName = "", paramRef, matchResources, validationActions = [] } = spec;
    const list = byPolicy.get(policyName) ?? [];
    byPolicy.set(policyName, list);
    const criteria = criteriaOf(matchResources ?? {}, { emptyTakesAll: true });
    list.push({ name: metadata.name ?? "", criteria, paramRef, actions: validationActions });
  }
  return byName(policies).flatMap((object) => {
    const found = byPolicy.get(object.metadata.name ?? "");
    return found === undefined ? [] : [{ ...compile(object), bindings: found }];
  });
}

function byName(objects: readonly ApiObject[]): readonly ApiObject[] {
  return [...objects].sort(({ metadata: { name: a = "" } }, { metadata: { name: b = "" } }) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
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

/** Compiles what policies of both kinds have. `language` is that of what else there is. */
export function compileCommon(
  object: ApiObject,
  options: Pick<LanguageOptions, "variables"> = {},
): { readonly policy: CommonPolicy; readonly language: AdmissionLanguage } {
  const { spec = {}, metadata } = object as { readonly spec?: CommonSpec } & ApiObject;
  const { paramKind, matchConstraints = {}, matchConditions = [] } = spec;
  const params = paramKind !== undefined;
  // Conditions have no variables.
  const ofRequest = admissionLanguage({ params });
  const language = admissionLanguage({ params, ...options });
  const policy: CommonPolicy = {
    name: metadata.name ?? "",
    criteria: criteriaOf(matchConstraints, { emptyTakesAll: false }),
    paramKind,
    conditions: matchConditions.map(({ expression }) => ofRequest.compile(expression)),
    variables: (spec.variables ?? []).map(({ name, expression }) => [name, language.declare(name, expression)]),
    ignoresFailures: spec.failurePolicy === "Ignore",
  };
  return { policy, language };
}
