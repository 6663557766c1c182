import {
  type ApiObject,
  forbiddenError,
  formatTime,
  type LabelSelectorObject,
  labelSelectorFrom,
  matchesLabels,
  plainError,
  type StatusError,
  tooManyRequests,
} from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { contextOf, type RequestState } from "@svc/server";
import { type Condition, type Pod, withCondition } from "./pod-conditions.ts";

interface Budget extends ApiObject {
  spec?: { selector?: LabelSelectorObject; unhealthyPodEvictionPolicy?: string };
  status?: {
    observedGeneration?: number;
    disruptionsAllowed?: number;
    desiredHealthy?: number;
    currentHealthy?: number;
    disruptedPods?: Record<string, string>;
    conditions?: readonly Condition[];
  };
}

/** Bounds the list; beyond it the budget's controller has fallen behind. */
const maxDisruptedPods = 2_000;

/**
 * Takes one disruption from the budget that covers a pod.
 * @throws {StatusError} 429 where it allows none, 500 for several budgets
 */
export async function spendBudget(
  local: LocalClient,
  pod: Pod,
  { state, dryRun }: { readonly state: RequestState; readonly dryRun: boolean },
): Promise<void> {
  const budgets = local.resource<Budget>("policy", "poddisruptionbudgets");
  if (budgets === undefined) return;
  const { namespace = "", labels = {} } = pod.metadata;
  const covering = (await budgets.listAll(namespace, { fresh: true })).filter((b) => covers(b, labels));
  if (covering.length > 1)
    throw plainError(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  const [budget] = covering;
  if (budget === undefined || (!isReady(pod) && sparesUnready(budget))) return;
  const target = { namespace, name: budget.metadata.name ?? "" };
  const { name = "" } = pod.metadata;
  await budgets.change(target, (live) => spent(live, name, formatTime(local.environment.clock.now())), {
    subresource: "status",
    dryRun,
    context: contextOf(state),
  });
}

function covers({ spec }: Budget, labels: Readonly<Record<string, string>>): boolean {
  const selector = spec?.selector === undefined ? undefined : labelSelectorFrom(spec.selector);
  return selector !== undefined && matchesLabels(selector, labels);
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some((c) => c.type === "Ready" && c.status === "True") ?? false;
}

/**
 * True if an unready pod may be evicted: always, or while enough others are healthy, depending on
 * the budget's policy.
 */
function sparesUnready({ spec, status = {} }: Budget): boolean {
  if (spec?.unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

function spent(budget: Budget, podName: string, now: string): Budget {
  const { metadata, status = {} } = budget;
  const name = metadata.name ?? "";
  const { observedGeneration = 0 } = status;
  if (observedGeneration < (metadata.generation ?? 0))
    throw notNow(`The disruption budget ${name} is still being processed by the server.`, 10);
  const allowed = status.disruptionsAllowed ?? 0;
  const target = { group: "policy", resource: "poddisruptionbudget", name };
  if (allowed < 0) throw forbiddenError(target, "pdb disruptions allowed is negative");
  const disrupted = { ...status.disruptedPods };
  if (Object.keys(disrupted).length > maxDisruptedPods)
    throw forbiddenError(target, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
  if (allowed === 0) {
    throw notNow(
      `The disruption budget ${name} needs ${status.desiredHealthy ?? 0} healthy pods and has ${status.currentHealthy ?? 0} currently`,
      0,
    );
  }
  budget.status = { ...status, disruptionsAllowed: allowed - 1, disruptedPods: { ...disrupted, [podName]: now } };
  if (allowed === 1) {
    const exhausted = {
      type: "DisruptionAllowed",
      status: "False",
      observedGeneration,
      reason: "InsufficientPods",
      message: "",
    };
    budget.status.conditions = withCondition(status.conditions, exhausted, now);
  }
  return budget;
}

function notNow(message: string, retryAfterSeconds: number): StatusError {
  const text = "Cannot evict pod as it would violate the pod's disruption budget.";
  return tooManyRequests(text, retryAfterSeconds, [{ reason: "DisruptionBudget", message }]);
}
