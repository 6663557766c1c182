import type { Authorizer } from "@svc/authz";
import type { MaybePromise } from "@svc/base";
import type { Codec } from "@svc/codec";
import { type Dialect, StatusError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { authorizerAnswers, authorizerVariables } from "../expressions/conditions.ts";
import { objectVariables, requestVariable } from "../expressions/request-variables.ts";
import { matchedForm, namespaceOf, selectsNamespace, selectsObject } from "../matching/match-criteria.ts";
import { createMatchIndex, type Match, type MatchIndex } from "../matching/match-index.ts";
import type { NamespaceSource } from "../namespace-lifecycle.ts";
import { derivedFrom, type ObjectList } from "../object-list.ts";
import { refused } from "../refused.ts";
import { isConfiguration } from "../webhooks/webhook-plugin.ts";
import { evaluatePolicy, type Violation } from "./evaluate-policy.ts";
import { ConfigurationError, type ParamSource, paramsOf } from "./params.ts";
import { type Binding, type Policy, policiesOf } from "./policy.ts";

export interface ValidatingPolicyOptions {
  readonly policies: ObjectList;
  readonly bindings: ObjectList;
  readonly params: ParamSource;
  readonly namespaces: NamespaceSource | undefined;
  readonly authorizer: Authorizer;
  readonly codec: Codec;
  readonly dialect: Dialect;
}

interface Denial extends Pick<Violation, "message" | "reason"> {
  readonly policy: Policy;
  /** Absent where the policy itself cannot be evaluated. */
  readonly binding: Binding | undefined;
}

/**
 * Evaluates the ValidatingAdmissionPolicies that are bound to a request; a denial is told when all
 * have been evaluated.
 */
export function validatingPolicies(options: ValidatingPolicyOptions): AdmissionPlugin {
  const { policies, bindings, dialect } = options;
  const index: () => MaybePromise<MatchIndex<Policy>> = derivedFrom([policies, bindings], (all = [], bound = []) =>
    createMatchIndex(policiesOf(all, bound)),
  );
  const isExempt = exemption(dialect);
  const validate = (found: MatchIndex<Policy>, request: AdmissionRequest): MaybePromise<void> => {
    const matches = found.find(request);
    return matches.length === 0 || isExempt(request) ? undefined : evaluateAll(options, matches, request);
  };
  return {
    name: "ValidatingAdmissionPolicy",
    operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    validate: (request) => {
      const found = index();
      return found instanceof Promise ? found.then((made) => validate(made, request)) : validate(found, request);
    },
  };
}

/**
 * Policies are not asked about themselves, nor about reviews of access, which others need to ask.
 */
function exemption(dialect: Dialect): (request: AdmissionRequest) => boolean {
  const isOwn = isConfiguration(dialect);
  const groups = new Set([dialect.expand("authentication.{api}"), dialect.expand("authorization.{api}")]);
  return (request) =>
    isOwn(request) || (groups.has(request.resource.group) && /reviews$/.test(request.resource.resource));
}

async function evaluateAll(
  options: ValidatingPolicyOptions,
  matches: readonly Match<Policy>[],
  request: AdmissionRequest,
): Promise<void> {
  const denials: Denial[] = [];
  const failures: object[] = [];
  for (const match of matches) await evaluateOne(options, match, request, { denials, failures });
  if (failures.length > 0) {
    const key = `validation.policy.${options.dialect.expand("admission.{api}")}/validation_failure`;
    request.annotate?.(key, JSON.stringify(failures));
  }
  const [first] = denials;
  if (first !== undefined) throw denialError(request, first);
}

interface Findings {
  readonly denials: Denial[];
  readonly failures: object[];
}

async function evaluateOne(
  options: ValidatingPolicyOptions,
  { item: policy, form }: Match<Policy>,
  request: AdmissionRequest,
  findings: Findings,
): Promise<void> {
  const { namespaces, params, codec, dialect, authorizer } = options;
  const { criteria, paramKind } = policy;
  if (!selectsObject(criteria, request) || !(await selectsNamespace(criteria, request, namespaces))) return;
  const kind = paramKind === undefined ? undefined : params(paramKind.apiVersion, paramKind.kind);
  if (paramKind !== undefined && kind === undefined) {
    const message = `failed to configure policy: failed to find resource referenced by paramKind: '${paramKind.apiVersion}, Kind=${paramKind.kind}'`;
    if (!policy.ignoresFailures) findings.denials.push({ policy, binding: undefined, message, reason: "Invalid" });
    return;
  }
  const answers = authorizerAnswers(authorizer, request);
  const common = {
    ...objectVariables(codec, request, form),
    request: requestVariable(request, form, `${dialect.expand("meta.{api}")}/v1`),
    namespaceObject: await namespaceValue(request, namespaces),
    ...authorizerVariables(answers, request),
  };
  for (const binding of policy.bindings) {
    if (!(await isBound(binding, request, namespaces))) continue;
    try {
      for (const param of await paramsOf(policy, binding, request, kind)) {
        const variables = paramKind === undefined ? common : { ...common, params: param };
        const { violations, auditAnnotations } = await evaluatePolicy(policy, { answers, variables });
        for (const [key, value] of auditAnnotations) request.annotate?.(`${policy.name}/${key}`, value);
        act(request, { policy, binding, violations }, findings);
      }
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      if (!policy.ignoresFailures)
        findings.denials.push({ policy, binding, message: error.message, reason: "Invalid" });
    }
  }
}

async function isBound(
  { criteria }: Binding,
  request: AdmissionRequest,
  namespaces: NamespaceSource | undefined,
): Promise<boolean> {
  return (
    matchedForm(criteria, request) !== undefined &&
    selectsObject(criteria, request) &&
    (await selectsNamespace(criteria, request, namespaces))
  );
}

/** What the actions of a binding make of violations. */
function act(
  request: AdmissionRequest,
  {
    policy,
    binding,
    violations,
  }: { readonly policy: Policy; readonly binding: Binding; readonly violations: readonly Violation[] },
  { denials, failures }: Findings,
): void {
  const { actions } = binding;
  for (const { message, reason } of violations) {
    if (actions.includes("Deny")) denials.push({ policy, binding, message, reason });
    if (actions.includes("Warn"))
      request.warn(
        `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${message}`,
      );
  }
  const [first] = violations;
  if (first !== undefined && actions.includes("Audit")) {
    const { message, expressionIndex } = first;
    failures.push({ message, policy: policy.name, binding: binding.name, expressionIndex, validationActions: actions });
  }
}

const codes: ReadonlyMap<string, number> = new Map([
  ["Unauthorized", 401],
  ["Forbidden", 403],
  ["Invalid", 422],
  ["RequestEntityTooLarge", 413],
]);

function denialError(request: AdmissionRequest, { policy, binding, message, reason }: Denial): StatusError {
  const by = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const why = `ValidatingAdmissionPolicy '${policy.name}'${by} denied request: ${message}`;
  const error = refused(request, why, [{ message: why }]);
  const { message: text, details } = error;
  return new StatusError({ code: codes.get(reason) ?? 422, reason: reason as "Invalid", message: text, details });
}

/**
 * The namespace of the object as expressions see it: none for objects of the cluster, and for
 * namespaces themselves.
 */
async function namespaceValue(request: AdmissionRequest, namespaces: NamespaceSource | undefined): Promise<unknown> {
  if (request.namespace === "") return null;
  return (await namespaceOf(request, namespaces)) ?? null;
}
