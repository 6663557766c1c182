import type { MaybePromise } from "@svc/base";
import { StatusError } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest, MutationRounds } from "../admission.ts";
import { evaluate } from "../expressions/conditions.ts";
import { costBudget, maxConditionsCost, maxPolicyCost, OutOfBudgetError } from "../expressions/cost-budget.ts";
import { createMatchIndex, type Match, type MatchIndex } from "../matching/match-index.ts";
import { type FormDeps, formText } from "../matching/object-form.ts";
import { derivedFrom, type ObjectList } from "../object-list.ts";
import { refused } from "../refused.ts";
import { checkWith, expressionError } from "../webhooks/match-conditions.ts";
import { createMutationApplier, type MutatedObject, type MutationApplier, MutationError } from "./apply-mutation.ts";
import { type Binding, type Bound, boundPolicies, policyCompiler } from "./bound-policy.ts";
import { withDeclared } from "./declared-variables.ts";
import { type MutatingPolicy, mutatingPolicy } from "./mutating-policy.ts";
import {
  type Application,
  type ApplicationError,
  applicationsOf,
  type PolicyDeps,
  type PolicyTarget,
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

interface Context {
  readonly options: MutatingPolicyOptions;
  readonly applier: MutationApplier;
  readonly target: PolicyTarget;
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
    const problem = await applyOnce(context, policy, { application, mutated });
    if (problem === "excluded") continue;
    acted = true;
    if (problem !== "applied" && !policy.ignoresFailures)
      throw denial(request, { policy, binding, message: problem.message, reason: "Invalid" });
  }
  return acted;
}

interface Once {
  readonly application: Application;
  readonly mutated: MutatedObject;
}

type Outcome = "applied" | "excluded" | { readonly message: string };

/** Applies all mutations of a policy with one parameter, within the budget of a policy. */
async function applyOnce(context: Context, policy: BoundMutatingPolicy, once: Once): Promise<Outcome> {
  try {
    return await applyWithin(context, policy, once);
  } catch (error) {
    if (error instanceof OutOfBudgetError) return { message: error.message };
    throw error;
  }
}

/** @throws {OutOfBudgetError} */
async function applyWithin(
  { applier, target }: Context,
  policy: BoundMutatingPolicy,
  { application, mutated }: Once,
): Promise<Outcome> {
  const input = application.withParam(await target.input(mutated.form));
  const conditions = await checkWith(policy.conditions, { ...input, budget: costBudget(maxConditionsCost) });
  if (conditions.kind === "excluded") return "excluded";
  if (conditions.kind === "failed") return { message: listed(conditions.errors) };
  const budget = costBudget(maxPolicyCost);
  for (const { kind, expression } of policy.mutations) {
    // Each mutation, and the variables that it uses, sees what the ones before it made.
    const current = application.withParam(await target.input(mutated.form));
    const { answers } = current;
    const result = await evaluate(expression, withDeclared(policy.variables, current, budget), { answers });
    budget.spend(result.cost);
    if (!result.ok) return { message: expressionError(expression.text, result.error.message) };
    try {
      applier.apply(kind, result.value, mutated);
    } catch (error) {
      if (error instanceof MutationError) return { message: error.message };
      throw error;
    }
    target.changed();
  }
  return "applied";
}

function listed(errors: readonly string[]): string {
  return errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]`;
}

interface Denial extends ApplicationError {
  readonly policy: MutatingPolicy;
  readonly binding: Binding | undefined;
  readonly reason: "Invalid" | "Forbidden";
}

function denial(request: AdmissionRequest, { policy, binding, message: why, reason }: Denial): StatusError {
  const by = binding === undefined ? "" : ` with binding '${binding.name}'`;
  const message = `policy '${policy.name}'${by} denied request: ${why}`;
  const { details } = refused(request, message, [{ message }]);
  return new StatusError({ code: 403, reason, message, details });
}
