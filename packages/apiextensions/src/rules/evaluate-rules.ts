import { finishSteps, longStep, type Steps } from "@svc/base";
import { type Evaluation, Optional, type Program, type Value } from "@svc/cel";
import {
  duplicate,
  type FieldError,
  fieldErrorText,
  forbidden,
  internalFieldError,
  invalid,
  required,
} from "@svc/meta";
import { pathWithKeys } from "@svc/schema";
import type { LazyRule, Rule, RuleProblem, RuleTree } from "./rule-tree.ts";
import { isUnchanged, newVisit, nextVisit, type Visited } from "./visits.ts";

/**
 * The cost budget of all rules of one write, and that of one evaluation. Source: the limits of
 * `apiextensions` v1.
 */
export const writeBudget = 10_000_000;
const evaluationOptions = { budget: 1_000_000 };
const maxMessageBytes = 5120;

/** Bounds and warnings of an evaluation. */
export interface RuleOptions {
  /** @default 10,000,000 */
  readonly budget?: number;
  /** Receives failures that an update did not cause, as warnings. @default they are errors */
  readonly warn?: (text: string) => void;
  /**
   * Costs of the objects that passed the same rules before. Parts that an update shares with such
   * an object by identity are not evaluated again, unless a rule reads the value before.
   *
   * @default everything is evaluated
   */
  readonly passed?: WeakMap<object, number>;
}

/** Evaluates the rules for an object. @param old absent for a new object */
export function evaluateRules(
  tree: RuleTree,
  value: unknown,
  options: RuleOptions & { readonly old: unknown },
): readonly FieldError[] {
  return finishSteps(ruleSteps(tree, value, options));
}

/** The same in steps, each of about 30 ms unless one evaluation takes longer. */
export function* ruleSteps(
  tree: RuleTree,
  value: unknown,
  { old, budget = writeBudget, warn, passed }: RuleOptions & { readonly old: unknown },
): Steps<readonly FieldError[]> {
  const costBefore = isObject(old) ? passed?.get(old) : undefined;
  const evaluated = (remaining: number, skipsShared: boolean): Steps<Run> =>
    runRules(tree, value, { old, remaining, ratchets: warn !== undefined, skipsShared });
  // The cost of what is skipped is not known, so that of the whole object is counted. Where this
  // would decide, everything is evaluated.
  let run =
    costBefore === undefined || costBefore > budget / 2 ? undefined : yield* evaluated(budget - costBefore, true);
  if (run === undefined || run.remaining < 0) run = yield* evaluated(budget, false);
  if (run.errors.length === 0 && run.warnings.length === 0 && isObject(value))
    passed?.set(value, budget - run.remaining);
  for (const warning of run.warnings) warn?.(warning);
  return run.errors;
}

/** Units of cost between two steps. */
const stepWork = 300_000;
/** Compiling a rule counts as so much. */
const compileWork = 2_000;

interface Run {
  readonly errors: FieldError[];
  /** Failures that the update did not cause. */
  readonly warnings: string[];
  readonly ratchets: boolean;
  /** Whether parts that are shared with the object before are known to pass. */
  readonly skipsShared: boolean;
  /** Negative once the budget is spent: nothing more is evaluated. */
  remaining: number;
  /** Since the last step, in units of cost. */
  work: number;
}

type RunStart = Pick<Run, "ratchets" | "remaining" | "skipsShared"> & { readonly old: unknown };

function* runRules(tree: RuleTree, value: unknown, { old, ...start }: RunStart): Steps<Run> {
  const run: Run = { errors: [], warnings: [], ...start, work: 0 };
  // Values whose parts are being visited, the innermost last: a function that waits between its
  // steps would be an object for each value.
  const around: Visited[] = [];
  const whole = newVisit(tree, { parent: undefined, step: "", value, old, correlated: undefined });
  // The original takes no object for one that is as it was, but its parts.
  if (tree.isObject) whole.unchanged = false;
  let visited: Visited | undefined = whole;
  while (visited !== undefined) {
    if (!isSkipped(run, visited)) {
      for (const rule of visited.tree.rules) {
        evaluate(run, compiled(run, rule), visited);
        if (run.remaining < 0) return run;
        if (run.work < stepWork) continue;
        run.work = 0;
        yield longStep;
      }
      around.push(visited);
    }
    visited = nextVisit(around);
  }
  return run;
}

/** Whether the value is absent, or passed with the object before. */
function isSkipped({ skipsShared }: Run, { value, old, tree }: Visited): boolean {
  return value === null || value === undefined || (skipsShared && value === old && !tree.readsOld);
}

function compiled(run: Run, rule: LazyRule): Rule | RuleProblem {
  if (!rule.isCompiled()) run.work += compileWork;
  return rule.get();
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

type Variables = Readonly<Record<string, unknown>>;

function evaluate(run: Run, rule: Rule | RuleProblem, visited: Visited): void {
  if ("problem" in rule) {
    run.errors.push(shownAtRoot(invalid(pathWithKeys(visited), visited.tree.shownType, rule.problem)));
    return;
  }
  const { value, old } = visited;
  if (rule.usesOldValue && !rule.optionalOldSelf && (old === undefined || old === null)) return;
  const variables = { self: value, oldSelf: rule.optionalOldSelf ? optionalOf(rule, old) : old };
  const evaluation = spend(run, rule.program, variables);
  if (evaluation?.ok !== true || evaluation.value !== true) reportFailure(run, rule, { visited, evaluation });
}

interface Failed {
  readonly visited: Visited;
  /** Undefined where the budget is spent. */
  readonly evaluation: Evaluation | undefined;
}

// Apart, since the closure would take a context for each rule that passes.
function reportFailure(run: Run, rule: Rule, { visited, evaluation }: Failed): void {
  const { value, old } = visited;
  const path = pathWithKeys(visited);
  const { shownType } = visited.tree;
  const report = (error: FieldError): void => {
    if (run.ratchets && !rule.usesOldValue && isUnchanged(visited))
      run.warnings.push(fieldErrorText(shownAtRoot(error)));
    else run.errors.push(shownAtRoot(error));
  };
  if (evaluation === undefined) {
    report(
      invalid(
        path,
        shownType,
        "validation failed due to running out of cost budget, no further validation rules will be run",
      ),
    );
    return;
  }
  if (!evaluation.ok) {
    // A rule without a result fails every write, also of a value that is as it was.
    run.errors.push(shownAtRoot(invalid(path, shownType, evaluationProblem(evaluation.error, rule))));
    if (evaluation.error.kind === "budget") run.remaining = -1;
    return;
  }
  // A message has `oldSelf` where the rule uses it, and as the value before itself, also for a rule
  // that sees an optional one.
  const messageVariables = rule.usesOldValue ? { self: value, oldSelf: old } : { self: value };
  report(failure(run, rule, { path: joined(path, rule.fieldPath), shownType, variables: messageVariables }));
}

/** Errors about a whole object have no path. */
function shownAtRoot(error: FieldError): FieldError {
  return error.field === "" ? { ...error, field: "<nil>" } : error;
}

/** Undefined once the budget of the write is spent. */
function spend(run: Run, program: Program, variables: Variables): Evaluation | undefined {
  const evaluation = program.evaluate(variables, evaluationOptions);
  run.work += evaluation.cost;
  if (evaluation.cost > run.remaining) {
    run.remaining = -1;
    return undefined;
  }
  run.remaining -= evaluation.cost;
  return evaluation;
}

function optionalOf({ self: { adapt } }: Rule, old: unknown): Optional {
  if (old === undefined || old === null) return new Optional(undefined);
  return new Optional(adapt === undefined ? (old as Value) : adapt(old as Value));
}

function evaluationProblem({ kind, message }: { readonly kind: string; readonly message: string }, rule: Rule): string {
  const name = rule.message ?? rule.text;
  if (kind === "budget")
    return `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`;
  if (message.startsWith("no such overload"))
    return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
  return `${message} evaluating rule: ${name}`;
}

interface FailureContext {
  readonly path: string;
  readonly shownType: string;
  readonly variables: Variables;
}

function failure(run: Run, rule: Rule, { path, shownType, variables }: FailureContext): FieldError {
  const stated = rule.message ?? `failed rule: ${rule.text}`;
  const message = rule.messageProgram === undefined ? stated : messageOf(run, rule, variables);
  if (typeof message === "object") {
    run.remaining = -1;
    return internalFieldError(path, message.problem);
  }
  switch (rule.reason) {
    case "FieldValueForbidden":
      return forbidden(path, message);
    case "FieldValueRequired":
      return required(path, message);
    case "FieldValueDuplicate":
      return duplicate(path, shownType);
    default:
      return invalid(path, shownType, message);
  }
}

/**
 * The result of a message expression, or the rule's fixed message; a problem when the budget is
 * spent.
 */
function messageOf(run: Run, rule: Rule, variables: Variables): string | { readonly problem: string } {
  const stated = rule.message ?? `failed rule: ${rule.text}`;
  const { messageProgram } = rule;
  if (messageProgram === undefined) return stated;
  const evaluation = spend(run, messageProgram, variables);
  if (evaluation === undefined) {
    return {
      problem:
        "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run",
    };
  }
  if (!evaluation.ok) {
    if (evaluation.error.kind !== "budget") return stated;
    const source = JSON.stringify(messageProgram.source);
    return {
      problem: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${source}`,
    };
  }
  const text = typeof evaluation.value === "string" ? evaluation.value.trim() : "";
  return text === "" || text.includes("\n") || Buffer.byteLength(text) > maxMessageBytes ? stated : text;
}

function joined(path: string, below: string): string {
  if (below === "") return path;
  return path === "" ? below : `${path}.${below}`;
}
