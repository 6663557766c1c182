import { quote } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { type KnownObjects, type RunningController, startReconciler } from "@svc/server";
import type { flowcontrolv1 } from "@svc/types";
import { flowControlGroup } from "./group.ts";

interface FlowSchema extends ApiObject {
  spec?: { priorityLevelConfiguration?: { name?: string } };
  status?: flowcontrolv1.FlowSchemaStatus;
}

const manager = "api-priority-and-fairness-config-consumer-v1";

/** Writes into the status of each flow schema whether its priority level exists. */
export function startDanglingController(local: LocalClient): RunningController | undefined {
  const schemas = local.resource<FlowSchema>(flowControlGroup, "flowschemas");
  const levels = local.resource(flowControlGroup, "prioritylevelconfigurations");
  if (schemas === undefined || levels === undefined) return undefined;
  const present = new Set<string>();
  const changed = (name: string, isThere: boolean): void => {
    if (isThere === present.has(name)) return;
    if (isThere) present.add(name);
    else present.delete(name);
    for (const [schema, object] of reconciler.objects.known) {
      if (levelOf(object) === name) reconciler.objects.queue.add(schema);
    }
  };
  const informer = levels.inform({
    set: ({ name }) => changed(name, true),
    remove: ({ name }) => changed(name, false),
  });
  const reconciler = startReconciler<FlowSchema>({
    local,
    resource: schemas,
    reconcile: async (objects, schema) => {
      await informer.ready;
      await writeDangling(objects, schema, present.has(levelOf(schema)));
    },
  });
  return {
    ready: reconciler.ready,
    idle: reconciler.idle,
    stop: () => {
      reconciler.stop();
      informer.stop();
    },
  };
}

function levelOf({ spec }: FlowSchema): string {
  return spec?.priorityLevelConfiguration?.name ?? "";
}

async function writeDangling(objects: KnownObjects<FlowSchema>, schema: FlowSchema, isThere: boolean): Promise<void> {
  const references = `This FlowSchema references the PriorityLevelConfiguration object named ${quote(levelOf(schema))}`;
  const state = isThere
    ? { status: "False", reason: "Found", message: `${references} and it exists` }
    : { status: "True", reason: "NotFound", message: `${references} but there is no such object` };
  const old = schema.status?.conditions?.find(({ type }) => type === "Dangling");
  if (old?.status === state.status && old.reason === state.reason && old.message === state.message) return;
  // Each write is a transition, as in the original, even one of the message alone.
  const condition = { type: "Dangling", ...state, lastTransitionTime: objects.now() };
  await objects.applyStatus(schema.metadata.name ?? "", manager, { conditions: [condition] });
}
