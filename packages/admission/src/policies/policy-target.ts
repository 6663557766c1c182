import type { Authorizer } from "@svc/authz";
import type { Clock, MaybePromise } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Dialect } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import { authorizerVariables, type RequestDecisions, requestDecisions } from "../expressions/conditions.ts";
import { namespaceField, objectVariables, requestVariable } from "../expressions/request-variables.ts";
import { isOneOf, policyKinds } from "../matching/exempt-kinds.ts";
import { matchedForm, namespaceOf, selectsNamespace, selectsObject } from "../matching/match-criteria.ts";
import type { ObjectForm } from "../matching/object-form.ts";
import type { NamespaceSource } from "../namespace-source.ts";
import type { Binding, Bound, CommonPolicy } from "./bound-policy.ts";
import type { PolicyInput } from "./declared-variables.ts";
import { ConfigurationError, type ParamSource, paramsOf } from "./params.ts";
import type { PolicyObserver } from "./policy-observer.ts";

/** Dependencies of validating and mutating policies. */
export interface PolicyDeps {
  readonly params: ParamSource;
  readonly namespaces: NamespaceSource | undefined;
  readonly authorizer: Authorizer;
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly clock: Pick<Clock, "monotonic">;
  readonly observer?: PolicyObserver | undefined;
}

/**
 * Policies are not evaluated for policies, nor for reviews of access, which other policies may
 * need.
 */
export function policyExemption(dialect: Dialect): (request: AdmissionRequest) => boolean {
  const isOwn = isOneOf(policyKinds, dialect);
  const groups = new Set([dialect.expand("authentication.{api}"), dialect.expand("authorization.{api}")]);
  return (request) =>
    isOwn(request) || (groups.has(request.resource.group) && /reviews$/.test(request.resource.resource));
}

/** One request as policies see it: the object in the version of the policy's rules. */
export interface PolicyTarget {
  readonly request: AdmissionRequest;
  /**
   * The variables of expressions, with the objects in a form; made once for each form until
   * `changed` is called.
   */
  input(form: ObjectForm): MaybePromise<PolicyInput>;
  /** The object of the request is another one now. */
  changed(): void;
}

/** Shows a request to policies. */
export function policyTarget(
  { namespaces, codec, dialect, authorizer }: PolicyDeps,
  request: AdmissionRequest,
): PolicyTarget {
  const decisions: RequestDecisions = requestDecisions(authorizer, request);
  const metaVersion = `${dialect.expand("meta.{api}")}/v1`;
  const inputs = new Map<string, PolicyInput>();
  const createInput = (form: ObjectForm, namespaceObject: unknown): PolicyInput => {
    const variables = {
      ...objectVariables(codec, request, form),
      request: requestVariable(request, form, metaVersion),
      namespaceObject,
      ...authorizerVariables(decisions, request),
    };
    const input = { decisions, variables };
    inputs.set(keyOf(form), input);
    return input;
  };
  return {
    request,
    input: (form) => {
      const known = inputs.get(keyOf(form));
      if (known !== undefined) return known;
      const namespace = request.namespace === "" ? undefined : namespaceOf(request, namespaces);
      // Objects of the cluster have none, and neither have namespaces themselves.
      if (namespace instanceof Promise) return namespace.then((found) => createInput(form, found));
      return createInput(form, namespace ?? null);
    },
    changed: () => inputs.clear(),
  };
}

function keyOf({ kind: { group, version } }: ObjectForm): string {
  return `${group}/${version}`;
}

/** A policy with one of its bindings and one of the parameters of that. */
export interface Application {
  readonly binding: Binding;
  /** The input with the parameter. */
  withParam(input: PolicyInput): PolicyInput;
}

/** Why a policy cannot be applied. */
export interface ApplicationError {
  /** Absent where the policy itself cannot be evaluated. */
  readonly binding: Binding | undefined;
  readonly message: string;
}

const notApplied: readonly never[] = [];

/**
 * Returns the bindings under which a policy applies to a request, each with its parameters; for a
 * binding that cannot be configured, its problem. Most policies are ruled out without a turn of the
 * event loop.
 */
export function applicationsOf(
  deps: PolicyDeps,
  policy: Bound<CommonPolicy>,
  request: AdmissionRequest,
): MaybePromise<readonly (Application | ApplicationError)[]> {
  const selected = selects(policy.criteria, request, deps.namespaces);
  if (selected === false) return notApplied;
  if (selected === true && policy.paramKind === undefined) {
    const bound = policy.bindings.map(({ criteria }) => isBound(criteria, request, deps.namespaces));
    if (!bound.some((is) => is instanceof Promise))
      return policy.bindings.filter((_, i) => bound[i] === true).map(withoutParam);
  }
  return configured(deps, policy, { request, selected });
}

function withoutParam(binding: Binding): Application {
  return { binding, withParam: (input) => input };
}

function isBound(
  criteria: Binding["criteria"],
  request: AdmissionRequest,
  namespaces: NamespaceSource | undefined,
): MaybePromise<boolean> {
  return matchedForm(criteria, request) !== undefined && selects(criteria, request, namespaces);
}

async function configured(
  { namespaces, params }: PolicyDeps,
  policy: Bound<CommonPolicy>,
  { request, selected }: { readonly request: AdmissionRequest; readonly selected: MaybePromise<boolean> },
): Promise<readonly (Application | ApplicationError)[]> {
  const { paramKind } = policy;
  if (!(await selected)) return notApplied;
  const kind = paramKind === undefined ? undefined : params(paramKind.apiVersion, paramKind.kind);
  if (paramKind !== undefined && kind === undefined) {
    const reference = `'${paramKind.apiVersion}, Kind=${paramKind.kind}'`;
    const message = `failed to configure policy: failed to find resource referenced by paramKind: ${reference}`;
    return [{ binding: undefined, message }];
  }
  const found: (Application | ApplicationError)[] = [];
  for (const binding of policy.bindings) {
    if (!(await isBound(binding.criteria, request, namespaces))) continue;
    if (paramKind === undefined) {
      found.push(withoutParam(binding));
      continue;
    }
    try {
      for (const param of await paramsOf(policy, binding, { namespace: namespaceField(request), kind }))
        found.push({
          binding,
          withParam: (input) => ({ ...input, variables: { ...input.variables, params: param } }),
        });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      found.push({ binding, message: error.message });
    }
  }
  return found;
}

function selects(
  criteria: CommonPolicy["criteria"],
  request: AdmissionRequest,
  namespaces: NamespaceSource | undefined,
): MaybePromise<boolean> {
  return selectsObject(criteria, request) && selectsNamespace(criteria, request, namespaces);
}
