import {
  type ApiObject,
  copyJson,
  everyField,
  everyLabel,
  forbiddenError,
  type LabelSelectorObject,
  labelSelectorFrom,
  matchesLabels,
  plainError,
  type StatusError,
  tooManyRequests,
} from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import { itemsOf } from "@svc/watch";
import { serverManager } from "../bootstrap/bootstrap.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { contextOf } from "../resources/write.ts";
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

/** More are not remembered: whoever watches the budget has fallen behind. */
const maxDisruptedPods = 2_000;

/** Takes one disruption from the budget that covers a pod. @throws {StatusError} 429 where it allows none, 500 for several budgets */
export async function spendBudget(
  parts: ServerParts,
  state: RequestState,
  pod: Pod,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> {
  const budgets = parts.catalog.snapshot().find("policy", "v1", "poddisruptionbudgets");
  if (budgets === undefined) return;
  const { namespace = "", labels = {} } = pod.metadata;
  const endpoint: Endpoint = { ...budgets, subresource: "status" };
  const list = await parts.registry.list(
    { ...budgets, subresource: "" },
    {
      namespace,
      selectors: { labels: everyLabel, fields: everyField },
      at: { kind: "latest" },
    },
  );
  const covering = [...itemsOf(list.slices)].map((item) => item.object as Budget).filter((b) => covers(b, labels));
  if (covering.length > 1)
    throw plainError(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  const [budget] = covering;
  if (budget === undefined || (!isReady(pod) && sparesUnready(budget))) return;
  const manager = serverManager(parts);
  await parts.registry.change(endpoint, contextOf(state), {
    target: { namespace, name: budget.metadata.name ?? "" },
    options: { fieldManager: manager, dryRun },
    createIfAbsent: "never",
    repeatable: true,
    next: (live, { now }) => {
      const next = spent(copyJson(live as Budget), pod.metadata.name ?? "", now);
      parts.ownership.track({ endpoint, live, next, manager, now });
      return next;
    },
  });
}

function covers({ spec }: Budget, labels: Readonly<Record<string, string>>): boolean {
  const selector = spec?.selector === undefined ? undefined : labelSelectorFrom(spec.selector);
  return selector !== undefined && matchesLabels(selector, labels);
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some((c) => c.type === "Ready" && c.status === "True") ?? false;
}

/** A pod that is not ready disrupts nothing when it goes: always, or while enough others are healthy, as the budget says. */
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
