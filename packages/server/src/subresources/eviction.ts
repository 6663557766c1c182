import {
  type ApiObject,
  badRequest,
  copyJson,
  everyField,
  everyLabel,
  forbiddenError,
  type LabelSelectorObject,
  labelSelectorFrom,
  matchesLabels,
  plainError,
  type Status,
  type StatusError,
  tooManyRequests,
} from "@svc/meta";
import type { DeleteOptions, Endpoint } from "@svc/registry";
import { itemsOf } from "@svc/watch";
import type { SubresourceHandler } from "../dispatch.ts";
import { statusAnswer } from "../encode/status.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { contextOf, writeOptionsOf } from "../resources/write.ts";
import { readAction } from "./action.ts";

interface Eviction extends ApiObject {
  deleteOptions?: DeleteOptions & { dryRun?: unknown };
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

interface Pod extends ApiObject {
  status?: { phase?: string; conditions?: Condition[] };
}

interface Budget extends ApiObject {
  spec?: { selector?: LabelSelectorObject; unhealthyPodEvictionPolicy?: string };
  status?: {
    observedGeneration?: number;
    disruptionsAllowed?: number;
    desiredHealthy?: number;
    currentHealthy?: number;
    disruptedPods?: Record<string, string>;
  };
}

/** More are not remembered: whoever watches the budget has fallen behind. */
const maxDisruptedPods = 2_000;

/** `POST …/pods/<name>/eviction`: deletes a pod if the budget that covers it allows that. */
export function eviction(parts: ServerParts): SubresourceHandler {
  return async (state, route) => {
    const action = await readAction<Eviction>(parts, state, route);
    const { object, write, form } = action;
    const { namespace = "", name = "" } = route;
    if (object.metadata.name !== name) throw badRequest("name in URL does not match name in Eviction object");
    const pods: Endpoint = { ...route.endpoint, subresource: "" };
    const target = { namespace, name };
    const stored = await parts.registry.get(pods, target);
    const pod = stored.object as Pod;
    const dryRun = write.dryRun || object.deleteOptions?.dryRun !== undefined;
    if (!goesAnyway(pod)) {
      const budgets = parts.serving.find("policy", "v1", "poddisruptionbudgets");
      if (budgets !== undefined) await spendBudget(parts, state, { ...budgets, subresource: "status" }, pod, dryRun);
    }
    if (!dryRun) {
      await parts.registry.change({ ...pods, subresource: "status" }, contextOf(state), {
        target,
        options: writeOptionsOf(write, state),
        createIfAbsent: "never",
        repeatable: true,
        next: (live, { now }) => withDisruption(live as Pod, now),
      });
    }
    const { dryRun: _, ...options } = object.deleteOptions ?? {};
    await parts.registry.delete(pods, contextOf(state), { target, options: { ...options, dryRun } });
    const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
    return statusAnswer(parts, status, form);
  };
}

/** Pods that are done, or have not begun, or are on their way out need no budget. */
function goesAnyway({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined || ["Succeeded", "Failed", "Pending"].includes(status?.phase ?? "");
}

function withDisruption(live: Pod, now: string): ApiObject {
  const pod = copyJson(live) as Pod;
  const conditions = (pod.status?.conditions ?? []).filter((c) => c.type !== "DisruptionTarget");
  const condition = {
    type: "DisruptionTarget",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: now,
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  pod.status = { ...pod.status, conditions: [...conditions, condition] };
  return pod;
}

async function spendBudget(
  parts: ServerParts,
  state: RequestState,
  endpoint: Endpoint,
  pod: Pod,
  dryRun: boolean,
): Promise<void> {
  const { namespace = "", labels = {} } = pod.metadata;
  const list = await parts.registry.list(
    { ...endpoint, subresource: "" },
    { namespace, selectors: { labels: everyLabel, fields: everyField }, at: { kind: "latest" } },
  );
  const covering = [...itemsOf(list.runs)].map((item) => item.object as Budget).filter((b) => covers(b, labels));
  if (covering.length > 1)
    throw plainError(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  const [budget] = covering;
  if (budget === undefined) return;
  if (budget.spec?.unhealthyPodEvictionPolicy === "AlwaysAllow" && !isReady(pod)) return;
  await parts.registry.change(endpoint, contextOf(state), {
    target: { namespace, name: budget.metadata.name ?? "" },
    options: { fieldManager: "eviction", dryRun },
    createIfAbsent: "never",
    repeatable: true,
    next: (live, { now }) => spent(copyJson(live as Budget), pod.metadata.name ?? "", now),
  });
}

function covers({ spec }: Budget, labels: Readonly<Record<string, string>>): boolean {
  const selector = spec?.selector === undefined ? undefined : labelSelectorFrom(spec.selector);
  return selector !== undefined && matchesLabels(selector, labels);
}

function isReady({ status }: Pod): boolean {
  return status?.conditions?.some((c) => c.type === "Ready" && c.status === "True") ?? false;
}

function spent(budget: Budget, podName: string, now: string): ApiObject {
  const { metadata, status = {} } = budget;
  const name = metadata.name ?? "";
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0))
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
  return budget;
}

function notNow(message: string, retryAfterSeconds: number): StatusError {
  const text = "Cannot evict pod as it would violate the pod's disruption budget.";
  return tooManyRequests(text, retryAfterSeconds, [{ reason: "DisruptionBudget", message }]);
}
