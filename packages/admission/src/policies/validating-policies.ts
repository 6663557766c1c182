import type { MaybePromise } from "@svc/base";
import { aFunction, anObject, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { valueJson } from "@svc/codec";
import { aDialect, StatusError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { aCodec, aNamespaceSource, anAuthorizer, anObjectList } from "../expected.ts";
import { forbidden } from "../forbidden.ts";
import { createMatchIndex, type Match, type MatchIndex } from "../matching/match-index.ts";
import { derivedFrom, type ObjectList } from "../object-list.ts";
import { isShownWarning } from "../shown-warning.ts";
import { type Binding, type Bound, boundPolicies, policyCompiler } from "./bound-policy.ts";
import { evaluatePolicy, type PolicyResult, type Violation } from "./evaluate-policy.ts";
import { onceReadNamespaces } from "./once-read-namespaces.ts";
import type { PolicyCheck, PolicyObserver } from "./policy-observer.ts";
import {
  type Application,
  type ApplicationError,
  applicationsOf,
  type PolicyDeps,
  type PolicyTarget,
  policyExemption,
  policyTarget,
} from "./policy-target.ts";
import { type ValidatingPolicy, validatingPolicy } from "./validating-policy.ts";

/** Options of `validatingPolicies`. */
export interface ValidatingPolicyOptions extends PolicyDeps {
  readonly policies: ObjectList;
  readonly bindings: ObjectList;
}

type BoundValidatingPolicy = Bound<ValidatingPolicy>;

interface Denial extends Pick<Violation, "message" | "reason"> {
  readonly policy: ValidatingPolicy;
  /** Absent where the policy itself cannot be evaluated. */
  readonly binding: Binding | undefined;
}

const validatingPolicyOptions = optionsOf<ValidatingPolicyOptions>({
  policies: anObjectList,
  bindings: anObjectList,
  params: aFunction,
  namespaces: optional(aNamespaceSource),
  authorizer: anAuthorizer,
  codec: aCodec,
  dialect: aDialect,
  clock: withMethods("a Clock of @svc/base", "monotonic"),
  observer: optional(anObject),
});

/**
 * Evaluates the ValidatingAdmissionPolicies that are bound to a request; a denial is thrown after
 * all have been evaluated.
 * @throws {TypeError} for a wrong argument
 */
export function validatingPolicies(options: ValidatingPolicyOptions): AdmissionPlugin {
  checkArgument("validatingPolicies: options", options, validatingPolicyOptions);
  const { policies, bindings, dialect } = options;
  const compile = policyCompiler(validatingPolicy);
  const index: () => MaybePromise<MatchIndex<BoundValidatingPolicy>> = derivedFrom(
    [policies, bindings],
    (all = [], bound = []) => createMatchIndex(boundPolicies(all, bound, compile)),
  );
  const isExempt = policyExemption(dialect);
  const validate = (found: MatchIndex<BoundValidatingPolicy>, request: AdmissionRequest): MaybePromise<void> => {
    const matches = found.find(request);
    return matches.length === 0 || isExempt(request) ? undefined : evaluateAll(options, matches, request);
  };
  return {
    name: "ValidatingAdmissionPolicy",
    operations: ["CREATE", "UPDATE", "DELETE", "CONNECT"],
    validate: (request) => {
      const found = index();
      return found instanceof Promise
        ? found.then((policies) => validate(policies, request))
        : validate(found, request);
    },
  };
}

async function evaluateAll(
  options: ValidatingPolicyOptions,
  matches: readonly Match<BoundValidatingPolicy>[],
  request: AdmissionRequest,
): Promise<void> {
  const denials: Denial[] = [];
  const failures: object[] = [];
  const { namespaces } = options;
  const deps = { ...options, namespaces: namespaces && onceReadNamespaces(namespaces) };
  const target = policyTarget(deps, request);
  for (const match of matches) {
    const found = applicationsOf(deps, match.item, request);
    const applications = found instanceof Promise ? await found : found;
    if (applications.length > 0) await evaluateOne(deps, { ...match, applications, target }, { denials, failures });
  }
  if (failures.length > 0) {
    const key = `validation.policy.${options.dialect.expand("admission.{api}")}/validation_failure`;
    request.annotate?.(key, valueJson(failures));
  }
  const [first] = denials;
  if (first !== undefined) throw denialError(request, first);
}

interface Findings {
  readonly denials: Denial[];
  readonly failures: object[];
}

interface AppliedPolicy extends Match<BoundValidatingPolicy> {
  readonly applications: readonly (Application | ApplicationError)[];
  readonly target: PolicyTarget;
}

async function evaluateOne(
  options: ValidatingPolicyOptions,
  { item: policy, form, applications, target }: AppliedPolicy,
  findings: Findings,
): Promise<void> {
  const { request } = target;
  for (const application of applications) {
    const { binding } = application;
    if ("message" in application) {
      const { message } = application;
      if (!policy.ignoresFailures) findings.denials.push({ policy, binding, message, reason: "Invalid" });
      continue;
    }
    const input = target.input(form);
    const withParam = application.withParam(input instanceof Promise ? await input : input);
    const result = await evaluatePolicy(policy, withParam, {
      monotonic: () => options.clock.monotonic(),
      conditionsChecked: (outcome, seconds) =>
        options.observer?.conditions?.({
          policy: policy.name,
          operation: request.operation,
          type: "validate",
          outcome,
          seconds,
        }),
    });
    for (const [key, value] of result.auditAnnotations) request.annotate?.(`${policy.name}/${key}`, value);
    act(request, { policy, binding: application.binding, violations: result.violations }, findings);
    for (const { message, reason } of result.refusals)
      findings.denials.push({ policy, binding: application.binding, message, reason });
    observe(options.observer, { policy, binding: application.binding, result });
  }
}

interface Observed {
  readonly policy: ValidatingPolicy;
  readonly binding: Binding;
  readonly result: PolicyResult;
}

const actionNames: ReadonlyMap<string, PolicyCheck["action"]> = new Map([
  ["Deny", "deny"],
  ["Warn", "warn"],
  ["Audit", "audit"],
]);

function observe(observer: PolicyObserver | undefined, { policy, binding, result }: Observed): void {
  if (observer?.checked === undefined) return;
  const names = { policy: policy.name, binding: binding.name };
  for (const { error, seconds } of result.ignored) observer.checked({ ...names, action: "allow", error, seconds });
  for (const { error, seconds } of result.refusals) observer.checked({ ...names, action: "deny", error, seconds });
  for (const { error, seconds } of result.violations)
    for (const name of binding.actions) {
      const action = actionNames.get(name);
      if (action !== undefined) observer.checked({ ...names, action, error, seconds });
    }
}

/** Applies the actions of a binding to violations. */
function act(
  request: AdmissionRequest,
  {
    policy,
    binding,
    violations,
  }: { readonly policy: ValidatingPolicy; readonly binding: Binding; readonly violations: readonly Violation[] },
  { denials, failures }: Findings,
): void {
  const { actions } = binding;
  for (const { message, reason } of violations) {
    if (actions.includes("Deny")) denials.push({ policy, binding, message, reason });
    if (actions.includes("Warn") && isShownWarning(message))
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
  const error = forbidden(request, why, [{ message: why }]);
  const { message: text, details } = error;
  return new StatusError({ code: codes.get(reason) ?? 422, reason: reason as "Invalid", message: text, details });
}
