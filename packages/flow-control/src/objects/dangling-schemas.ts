import type { ApiObject } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { type KnownObjects, type RunningController, startReconciler } from "@svc/server";
import { type Condition, withCondition } from "./conditions.ts";

interface FlowSchema extends ApiObject {
  spec?: { priorityLevelConfiguration?: { name?: string } };
  status?: { conditions?: Condition[] };
}

const manager = "api-priority-and-fairness-config-consumer-v1";

/** Says of each flow schema whether the priority level that it leads to is there. */
export function startFlowSchemaController(local: LocalClient): RunningController | undefined {
  const group = "flowcontrol.apiserver.{api}";
  const schemas = local.resource<FlowSchema>(group, "flowschemas");
  const levels = local.resource(group, "prioritylevelconfigurations");
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
      await sayWhetherDangling(objects, schema, present.has(levelOf(schema)));
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

async function sayWhetherDangling(
  objects: KnownObjects<FlowSchema>,
  schema: FlowSchema,
  isThere: boolean,
): Promise<void> {
  const references = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(levelOf(schema))}`;
  const said = isThere
    ? { status: "False", reason: "Found", message: `${references} and it exists` }
    : { status: "True", reason: "NotFound", message: `${references} but there is no such object` };
  const old = schema.status?.conditions;
  const conditions = withCondition(old, { type: "Dangling", ...said }, objects.now());
  if (conditions === old) return;
  const dangling = conditions.filter(({ type }) => type === "Dangling");
  await objects.applyStatus(schema.metadata.name ?? "", manager, { conditions: dangling.map((c) => ({ ...c })) });
}
