import { isDeepStrictEqual } from "node:util";
import type { ApiObject, Dialect } from "@svc/meta";
import type { LocalResource } from "@svc/registry";
import type { PostStartStep } from "@svc/server";
import { type DefaultObject, defaultFlowSchemas, defaultPriorityLevels } from "./default-objects.ts";
import { flowControlGroup } from "./group.ts";

interface Configuration extends ApiObject {
  readonly spec?: Readonly<Record<string, unknown>>;
}

const fieldManager = "api-priority-and-fairness-config-producer-v1";

/**
 * Creates the default objects of flow control, and restores the ones that the server manages: an
 * annotation marks them, and without one an object that was never changed is managed.
 */
export const flowControlDefaults: PostStartStep = {
  name: "priority-and-fairness-config-producer",
  onlyObjects: true,
  run: async (local) => {
    const { dialect } = local.environment;
    const levels = local.resource<Configuration>(flowControlGroup, "prioritylevelconfigurations");
    const schemas = local.resource<Configuration>(flowControlGroup, "flowschemas");
    if (levels === undefined || schemas === undefined) return;
    const key = autoupdate(dialect);
    await Promise.all(defaultPriorityLevels().map((desired) => keepDefault(levels, desired, key)));
    await Promise.all(defaultFlowSchemas(dialect).map((desired) => keepDefault(schemas, desired, key)));
    await Promise.all([
      removeLeftOvers(schemas, defaultFlowSchemas(dialect), key),
      removeLeftOvers(levels, defaultPriorityLevels(), key),
    ]);
  },
};

async function keepDefault(objects: LocalResource<Configuration>, desired: DefaultObject, key: string): Promise<void> {
  const { name, spec } = desired;
  const found = await objects.find({ namespace: "", name });
  if (found === undefined) {
    const object = { metadata: { name, annotations: { [key]: "true" } }, spec: structuredClone(spec) };
    await objects.create(object, { fieldManager });
    return;
  }
  const next = (live: Configuration): Configuration => mended(live, desired, key);
  if (next(found) === found) return;
  await objects.change({ namespace: "", name }, next, { fieldManager });
}

function autoupdate({ labelDomain }: Dialect): string {
  return `apf.${labelDomain}/autoupdate-spec`;
}

/** The object as it should be; itself where it is so. */
function mended(live: Configuration, desired: DefaultObject, key: string): Configuration {
  const { metadata, spec } = live;
  const marked = mark(live, key);
  const ours = desired.mandatory || (marked ?? metadata.generation === 1);
  const right = ours ? specOf(desired, spec) : spec;
  if (marked === ours && isDeepStrictEqual(spec, right)) return live;
  const annotations = { ...metadata.annotations, ...(marked === ours ? {} : { [key]: String(ours) }) };
  return { ...live, metadata: { ...metadata, annotations }, ...(right === undefined ? {} : { spec: right }) };
}

/** Whether the server manages an object, as its annotation says; undefined where it does not. */
function mark({ metadata }: ApiObject, key: string): boolean | undefined {
  const annotation = metadata.annotations?.[key] ?? "";
  if (/^(1|t|T|true|TRUE|True)$/.test(annotation)) return true;
  return /^(0|f|F|false|FALSE|False)$/.test(annotation) ? false : undefined;
}

/**
 * Users may set how many seats the exempt level lends and borrows, even though the object is
 * mandatory.
 */
function specOf({ spec: desired }: DefaultObject, spec: Configuration["spec"]): Configuration["spec"] {
  const given = spec?.["exempt"];
  if (desired["exempt"] === undefined || typeof given !== "object") return structuredClone(desired);
  return { ...structuredClone(desired), exempt: { ...desired["exempt"], ...given } };
}

/** Deletes objects that an earlier release made and this one does not. */
async function removeLeftOvers(
  objects: LocalResource<Configuration>,
  desired: readonly DefaultObject[],
  key: string,
): Promise<void> {
  const names = new Set(desired.map(({ name }) => name));
  for (const object of await objects.listAll()) {
    const { name = "", uid } = object.metadata;
    if (names.has(name) || mark(object, key) !== true) continue;
    await objects.delete({ namespace: "", name }, uid === undefined ? {} : { uid });
  }
}
