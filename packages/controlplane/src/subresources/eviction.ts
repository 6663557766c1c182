import { type ApiObject, badRequest, copyJson, invalid, invalidObject, plainError, type Status } from "@svc/meta";
import { checkPreconditions, type Endpoint, type Registry } from "@svc/registry";
import {
  contextOf,
  type DeleteOptionsObject,
  type ExtensionContext,
  type RequestState,
  type SubresourceHandler,
  unsafeOption,
  writeOptionsOf,
} from "@svc/server";
import { spendBudget } from "./disruption-budget.ts";
import { type Pod, withCondition } from "./pod-conditions.ts";

interface Eviction extends ApiObject {
  deleteOptions?: DeleteOptionsObject;
}

/** `POST …/pods/<name>/eviction`: deletes a pod if the budget that covers it allows that. */
export function eviction({ local, requests }: ExtensionContext): SubresourceHandler {
  const { registry } = local;
  return (state, route) => {
    const { namespace = "", name = "" } = route;
    return requests.performAction<Eviction>(state, route, {
      check: (sent) => checkEviction(sent, name),
      act: async ({ object, write }) => {
        checkDryRun(object.deleteOptions?.dryRun ?? [], write.dryRun);
        const pods: Endpoint = { ...route.endpoint, subresource: "" };
        const target = { namespace, name };
        const pod = (await registry.get(pods, target)).object as Pod;
        const deletion = object.deleteOptions ?? { metadata: {} };
        const dryRun = write.dryRun || (deletion.dryRun ?? []).length > 0;
        if (!goesAnyway(pod)) await spendBudget(local, pod, { state, dryRun });
        const options = writeOptionsOf(write, state);
        const preconditions = dryRun
          ? deletion.preconditions
          : await announce(registry, state, { pods, target, options, preconditions: deletion.preconditions });
        await registry.delete(
          pods,
          { ...contextOf(state), admitted: true },
          {
            target,
            options: {
              ...requests.deleteOptions(deletion),
              dryRun,
              ...(preconditions === undefined ? {} : { preconditions }),
            },
          },
        );
        const status: Status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
        return { status };
      },
    });
  };
}

/** @throws {StatusError} 400, or 422 for an option that evictions do not have */
function checkEviction({ metadata, deleteOptions }: Eviction, name: string): void {
  if (metadata.name !== name) throw badRequest("name in URL does not match name in Eviction object");
  if (deleteOptions?.[unsafeOption] !== true) return;
  const why = "can not be set for pod eviction, try after removing the option";
  throw invalidObject({ group: "policy", kind: "Eviction", name }, [
    invalid(`deleteOptions.${unsafeOption}`, true, why),
  ]);
}

/** @throws {StatusError} 500 for a dry run whose options of the deletion are no dry run alike */
function checkDryRun(values: readonly string[], isDryRun: boolean): void {
  if (!isDryRun || values.length === 0 || (values.length === 1 && values[0] === "All")) return;
  throw plainError(`Non-matching dry-run options in request and content: [All] and [${values.join(" ")}]`);
}

/** Pods that are done, or have not begun, or are on their way out need no budget. */
function goesAnyway({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined || ["Succeeded", "Failed", "Pending"].includes(status?.phase ?? "");
}

/**
 * Sets the reason in the pod's status. Returns the preconditions that apply afterwards: a required
 * version becomes the new one.
 */
async function announce(
  registry: Registry,
  state: RequestState,
  {
    pods,
    preconditions,
    ...change
  }: Pick<Parameters<Registry["change"]>[2], "target" | "options"> & {
    readonly pods: Endpoint;
    readonly preconditions: DeleteOptionsObject["preconditions"];
  },
): Promise<DeleteOptionsObject["preconditions"]> {
  const { stored } = await registry.change(
    { ...pods, subresource: "status" },
    { ...contextOf(state), admitted: true },
    {
      ...change,
      createIfAbsent: "never",
      repeatable: true,
      next: (live, { now }) => {
        if (live !== undefined) checkPreconditions(pods, live, preconditions);
        return withDisruption(copyJson(live as Pod), now);
      },
    },
  );
  if (preconditions?.resourceVersion === undefined) return preconditions;
  return { ...preconditions, resourceVersion: String(stored.revision) };
}

function withDisruption(pod: Pod, now: string): Pod {
  const condition = {
    type: "DisruptionTarget",
    status: "True",
    lastProbeTime: null,
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  pod.status = { ...pod.status, conditions: withCondition(pod.status?.conditions, condition, now) };
  return pod;
}
