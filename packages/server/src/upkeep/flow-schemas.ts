import type { ApiObject } from "@svc/meta";
import type { BootstrapWriter } from "../bootstrap/bootstrap.ts";
import { type Condition, withCondition } from "./conditions.ts";
import { type KeptObjects, keepObjects, onChanges, type Upkeep } from "./kept-objects.ts";

interface FlowSchema extends ApiObject {
  spec?: { priorityLevelConfiguration?: { name?: string } };
  status?: { conditions?: Condition[] };
}

const manager = "api-priority-and-fairness-config-consumer-v1";

/** Says of each flow schema whether the priority level that it leads to is there. */
export function keepFlowSchemas(writer: BootstrapWriter): Upkeep | undefined {
  const group = writer.parts.dialect.expand("flowcontrol.apiserver.{api}");
  const schemas = writer.endpoint(group, "flowschemas");
  const levels = writer.endpoint(group, "prioritylevelconfigurations");
  if (schemas === undefined || levels === undefined) return undefined;
  const present = new Set<string>();
  const following = onChanges(writer.parts, levels, ({ name }, isThere) => {
    if (isThere === present.has(name)) return;
    if (isThere) present.add(name);
    else present.delete(name);
    for (const [schema, object] of kept.objects.known) {
      if (levelOf(object) === name) kept.objects.keeper.touch(schema);
    }
  });
  const kept = keepObjects<FlowSchema>({
    writer,
    endpoint: schemas,
    keep: async (objects, schema) => {
      await following.ready;
      await sayWhetherDangling(objects, schema, present.has(levelOf(schema)));
    },
  });
  return {
    ready: kept.ready,
    idle: kept.idle,
    stop: () => {
      kept.stop();
      following.stop();
    },
  };
}

function levelOf({ spec }: FlowSchema): string {
  return spec?.priorityLevelConfiguration?.name ?? "";
}

async function sayWhetherDangling(
  objects: KeptObjects<FlowSchema>,
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
