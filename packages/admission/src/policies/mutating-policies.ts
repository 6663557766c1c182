import type { MaybePromise } from "@svc/base";
import { checkArgument } from "@svc/base/check";
import { StatusError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { forbidden } from "../forbidden.ts";
import { createMatchIndex, type Match, type MatchIndex } from "../matching/match-index.ts";
import { formText } from "../matching/object-form.ts";
import type { MutationRounds } from "../mutation-rounds.ts";
import { derivedFrom } from "../object-list.ts";
import { createMutationApplier, type MutatedObject } from "./apply-mutation.ts";
import { applyMutations, type MutationContext } from "./apply-mutations.ts";
import { type Bound, boundPolicies, policyCompiler } from "./bound-policy.ts";
import { type MutatingPolicy, mutatingPolicy } from "./mutating-policy.ts";
import { type MutatingPolicyOptions, mutatingPolicyOptions } from "./mutating-policy-options.ts";
import {
  type Application,
  type ApplicationError,
  applicationsOf,
  policyExemption,
  policyTarget,
} from "./policy-target.ts";

type BoundMutatingPolicy = Bound<MutatingPolicy>;
type PolicyMatch = Match<BoundMutatingPolicy>;

/** Which policies act again in the second round. */
interface Reinvocation {
  /** Policies that changed the object in this round, and want to see later changes. */
  acted: BoundMutatingPolicy[];
  readonly again: Set<BoundMutatingPolicy>;
  /** The object as the last policy of the first round left it. */
  output: string;
}

/**
 * Applies the MutatingAdmissionPolicies that are bound to a request, one after the other, each to
 * what the ones before it made of the object.
 * @throws {TypeError} for a wrong argument
 */
export function mutatingPolicies(options: MutatingPolicyOptions): AdmissionPlugin {
  checkArgument("mutatingPolicies: options", options, mutatingPolicyOptions);
  const { policies, bindings, dialect } = options;
  const compile = policyCompiler(mutatingPolicy);
  const index: () => MaybePromise<MatchIndex<BoundMutatingPolicy>> = derivedFrom(
    [policies, bindings],
    (all = [], bound = []) => createMatchIndex(boundPolicies(all, bound, compile)),
  );
  const isExempt = policyExemption(dialect);
  const run = createRun(options);
  const mutate = (
    found: MatchIndex<BoundMutatingPolicy>,
    request: AdmissionRequest,
    rounds: MutationRounds,
  ): MaybePromise<void> => {
    const matches = found.find(request);
    return matches.length === 0 || isExempt(request) ? undefined : run(matches, request, rounds);
  };
  return {
    name: "MutatingAdmissionPolicy",
    operations: ["CREATE", "UPDATE", "CONNECT"],
    mutate: (request, rounds) => {
      const found = index();
      return found instanceof Promise
        ? found.then((policies) => mutate(policies, request, rounds))
        : mutate(found, request, rounds);
    },
  };
}

type Run = (matches: readonly PolicyMatch[], request: AdmissionRequest, rounds: MutationRounds) => Promise<void>;

function createRun(options: MutatingPolicyOptions): Run {
  const { codec } = options;
  const step = {};
  const applier = createMutationApplier(options);
  return async (matches, request, rounds) => {
    const { object } = request;
    if (object === undefined) return;
    const state = rounds.stateOf<Reinvocation>(step, () => ({ acted: [], again: new Set(), output: "" }));
    const target = policyTarget(options, request);
    const text = ({ form }: PolicyMatch): string => formText(codec, object, form).toString();
    const [first] = matches;
    // Other steps may have changed what the policies of the first round made.
    if (rounds.number === 1 && first !== undefined && state.output !== text(first)) actAgain(state);
    const refusals: Refusal[] = [];
    const applied = await applicationsOfAll(options, matches, { request, refusals });
    for (const { match, applications } of applied) {
      const { item: policy, form } = match;
      if (rounds.number === 1 && !state.again.has(policy)) continue;
      const before = text(match);
      const acted = await applyPolicy(
        { applier, target, clock: options.clock, observer: options.observer },
        { policy, applications, mutated: { object, form } },
        refusals,
      );
      if (!acted) continue;
      if (policy.isReinvoked) state.acted.push(policy);
      if (text(match) === before) continue;
      actAgain(state);
      rounds.requestAnother();
    }
    if (refusals.length > 0) throw denial(request, refusals);
    if (first !== undefined) state.output = text(first);
  };
}

/** A policy that is about a request, by some of its bindings. */
interface Applied {
  readonly match: PolicyMatch;
  readonly applications: readonly Application[];
}

/**
 * The policies that are about a request, judged before any of them changes its object. A policy
 * that can't be configured refuses it.
 */
async function applicationsOfAll(
  options: MutatingPolicyOptions,
  matches: readonly PolicyMatch[],
  { request, refusals }: { readonly request: AdmissionRequest; readonly refusals: Refusal[] },
): Promise<readonly Applied[]> {
  const all: Applied[] = [];
  for (const match of matches) {
    const { item: policy } = match;
    const applications: Application[] = [];
    for (const application of await applicationsOf(options, policy, request)) {
      if (!("message" in application)) applications.push(application);
      else if (!policy.ignoresFailures) refusals.push({ policy, ...application, reason: "Forbidden" });
    }
    all.push({ match, applications });
  }
  return all;
}

function actAgain(state: Reinvocation): void {
  for (const policy of state.acted) state.again.add(policy);
  state.acted = [];
}

interface PolicyUse {
  readonly policy: BoundMutatingPolicy;
  readonly applications: readonly Application[];
  readonly mutated: MutatedObject;
}

/** Applies a policy by all its bindings. False where its conditions exclude the request. */
async function applyPolicy(
  context: MutationContext,
  { policy, applications, mutated }: PolicyUse,
  refusals: Refusal[],
): Promise<boolean> {
  let acted = false;
  for (const application of applications) {
    const problems: string[] = [];
    const outcome = await applyMutations(context, policy, { application, mutated, problems });
    if (outcome === "excluded") continue;
    acted = true;
    if (policy.ignoresFailures) continue;
    const { binding } = application;
    for (const message of problems) refusals.push({ policy, binding, message, reason: "Invalid" });
  }
  return acted;
}

interface Refusal extends ApplicationError {
  readonly policy: MutatingPolicy;
  readonly reason: "Invalid" | "Forbidden";
}

/** The first refusal names the error; all of them are its causes. */
function denial(request: AdmissionRequest, refusals: readonly Refusal[]): StatusError {
  const causes = refusals.map((refusal) => ({ message: refusalText(refusal) }));
  const message = causes[0]?.message ?? "";
  const { details } = forbidden(request, message, causes);
  return new StatusError({ code: 403, reason: refusals[0]?.reason ?? "Invalid", message, details });
}

function refusalText({ policy: { name }, binding, message }: Refusal): string {
  const by = binding === undefined ? JSON.stringify(name) : `'${name}' with binding '${binding.name}'`;
  return `policy ${by} denied request: ${message}`;
}
