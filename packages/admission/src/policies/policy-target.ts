import type { Authorizer } from "@svc/authz";
import type { Clock } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Dialect } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";
import { type AuthorizerAnswers, authorizerAnswers, authorizerVariables } from "../expressions/conditions.ts";
import { objectVariables, requestVariable } from "../expressions/request-variables.ts";
import { matchedForm, namespaceOf, selectsNamespace, selectsObject } from "../matching/match-criteria.ts";
import type { ObjectForm } from "../matching/object-form.ts";
import type { NamespaceSource } from "../namespace-source.ts";
import { isConfiguration } from "../webhooks/webhook-plugin.ts";
import type { Binding, Bound, CommonPolicy } from "./bound-policy.ts";
import type { PolicyInput } from "./declared-variables.ts";
import { ConfigurationError, type ParamSource, paramsOf } from "./params.ts";
import type { PolicyObserver } from "./policy-observer.ts";

/** What policies of both kinds need. */
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
 * Policies are not asked about themselves, nor about reviews of access, which others need to ask.
 */
export function policyExemption(dialect: Dialect): (request: AdmissionRequest) => boolean {
  const isOwn = isConfiguration(dialect);
  const groups = new Set([dialect.expand("authentication.{api}"), dialect.expand("authorization.{api}")]);
  return (request) =>
    isOwn(request) || (groups.has(request.resource.group) && /reviews$/.test(request.resource.resource));
}

/** What policies see of one request. */
export interface PolicyTarget {
  readonly request: AdmissionRequest;
  /**
   * The variables of expressions, with the objects in a form; made once for each form until
   * `changed` is called.
   */
  input(form: ObjectForm): Promise<PolicyInput>;
  /** The object of the request is another one now. */
  changed(): void;
}

/** Shows a request to policies. */
export function policyTarget(
  { namespaces, codec, dialect, authorizer }: PolicyDeps,
  request: AdmissionRequest,
): PolicyTarget {
  const answers: AuthorizerAnswers = authorizerAnswers(authorizer, request);
  const metaVersion = `${dialect.expand("meta.{api}")}/v1`;
  const inputs = new Map<string, PolicyInput>();
  return {
    request,
    input: async (form) => {
      const key = `${form.kind.group}/${form.kind.version}`;
      let found = inputs.get(key);
      if (found === undefined) {
        const variables = {
          ...objectVariables(codec, request, form),
          request: requestVariable(request, form, metaVersion),
          namespaceObject: await namespaceValue(request, namespaces),
          ...authorizerVariables(answers, request),
        };
        inputs.set(key, (found = { answers, variables }));
      }
      return found;
    },
    changed: () => inputs.clear(),
  };
}

/**
 * The namespace of the object as expressions see it: none for objects of the cluster, and for
 * namespaces themselves.
 */
async function namespaceValue(request: AdmissionRequest, namespaces: NamespaceSource | undefined): Promise<unknown> {
  if (request.namespace === "") return null;
  return (await namespaceOf(request, namespaces)) ?? null;
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

/**
 * The bindings by which a policy is about a request, each with its parameters. Where one cannot be
 * configured it is told instead.
 */
export async function applicationsOf(
  { namespaces, params }: PolicyDeps,
  policy: Bound<CommonPolicy>,
  request: AdmissionRequest,
): Promise<readonly (Application | ApplicationError)[]> {
  const { criteria, paramKind } = policy;
  if (!(await selects(criteria, request, namespaces))) return [];
  const kind = paramKind === undefined ? undefined : params(paramKind.apiVersion, paramKind.kind);
  if (paramKind !== undefined && kind === undefined) {
    const reference = `'${paramKind.apiVersion}, Kind=${paramKind.kind}'`;
    const message = `failed to configure policy: failed to find resource referenced by paramKind: ${reference}`;
    return [{ binding: undefined, message }];
  }
  const found: (Application | ApplicationError)[] = [];
  for (const binding of policy.bindings) {
    if (matchedForm(binding.criteria, request) === undefined) continue;
    if (!(await selects(binding.criteria, request, namespaces))) continue;
    try {
      for (const param of await paramsOf(policy, binding, { request, kind }))
        found.push({
          binding,
          withParam: (input) =>
            paramKind === undefined ? input : { ...input, variables: { ...input.variables, params: param } },
        });
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      found.push({ binding, message: error.message });
    }
  }
  return found;
}

async function selects(
  criteria: CommonPolicy["criteria"],
  request: AdmissionRequest,
  namespaces: NamespaceSource | undefined,
): Promise<boolean> {
  return selectsObject(criteria, request) && (await selectsNamespace(criteria, request, namespaces));
}
