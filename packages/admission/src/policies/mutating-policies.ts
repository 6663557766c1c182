import type { MaybePromise } from "@svc/base";
import { StatusError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest, MutationRounds } from "../admission.ts";
import { forbidden } from "../forbidden.ts";
import { createMatchIndex, type Match, type MatchIndex } from "../matching/match-index.ts";
import { type FormDeps, formText } from "../matching/object-form.ts";
import { derivedFrom, type ObjectList } from "../object-list.ts";
import { createMutationApplier, type MutatedObject } from "./apply-mutation.ts";
import { applyMutations, type MutationContext } from "./apply-mutations.ts";
import { type Binding, type Bound, boundPolicies, policyCompiler } from "./bound-policy.ts";
import { type MutatingPolicy, mutatingPolicy } from "./mutating-policy.ts";
import {
  type ApplicationError,
  applicationsOf,
  type PolicyDeps,
  policyExemption,
  policyTarget,
} from "./policy-target.ts";

/** What MutatingAdmissionPolicies need. */
export interface MutatingPolicyOptions extends PolicyDeps, FormDeps {
  readonly policies: ObjectList;
  readonly bindings: ObjectList;
}

type BoundMutatingPolicy = Bound<MutatingPolicy>;
type PolicyMatch = Match<BoundMutatingPolicy>;

/** Which policies act again in the second round. */
interface Reinvocation {
  /** Acted in this round, and want to see what comes after them. */
  acted: BoundMutatingPolicy[];
  readonly again: Set<BoundMutatingPolicy>;
  /** The object as the last policy of the first round left it. */
  output: string;
}

/**
 * Applies the MutatingAdmissionPolicies that are bound to a request, one after the other, each to
 * what the ones before it made of the object.
 */
export function mutatingPolicies(options: MutatingPolicyOptions): AdmissionPlugin {
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
        ? found.then((made) => mutate(made, request, rounds))
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
    for (const match of matches) {
      const { item: policy, form } = match;
      if (rounds.number === 1 && !state.again.has(policy)) continue;
      const before = text(match);
      const acted = await applyPolicy({ options, applier, target }, policy, { object, form });
      if (!acted) continue;
      if (policy.isReinvoked) state.acted.push(policy);
      if (text(match) === before) continue;
      actAgain(state);
      rounds.requestAnother();
    }
    if (first !== undefined) state.output = text(first);
  };
}

function actAgain(state: Reinvocation): void {
  for (const policy of state.acted) state.again.add(policy);
  state.acted = [];
}

interface Context extends MutationContext {
  readonly options: MutatingPolicyOptions;
}

/** Applies a policy by all its bindings. False where it is not about the request after all. */
async function applyPolicy(context: Context, policy: BoundMutatingPolicy, mutated: MutatedObject): Promise<boolean> {
  const { options, target } = context;
  const { request } = target;
  let acted = false;
  for (const application of await applicationsOf(options, policy, request)) {
    const { binding } = application;
    if ("message" in application) {
      if (!policy.ignoresFailures) throw denial(request, { policy, ...application, reason: "Forbidden" });
      continue;
    }
    const problem = await applyMutations(context, policy, { application, mutated });
    if (problem === "excluded") continue;
    acted = true;
    if (problem !== "applied" && !policy.ignoresFailures)
      throw denial(request, { policy, binding, message: problem.message, reason: "Invalid" });
  }
  return acted;
}

interface Denial extends ApplicationError {
  readonly policy: MutatingPolicy;
  readonly binding: Binding | undefined;
  readonly reason: "Invalid" | "Forbidden";
}

function denial(request: AdmissionRequest, { policy, binding, message: why, reason }: Denial): StatusError {
  const by = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const message = `policy '${policy.name}'${by} denied request: ${why}`;
  const { details } = forbidden(request, message, [{ message }]);
  return new StatusError({ code: 403, reason, message, details });
}
