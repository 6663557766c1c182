import { isDeepStrictEqual } from "node:util";
import { type ApiObject, type Dialect, everyField, everyLabel } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import { itemsOf } from "@svc/watch";
import { type BootstrapStep, type BootstrapWriter, existing } from "../bootstrap/bootstrap.ts";
import { type DefaultObject, defaultFlowSchemas, defaultPriorityLevels } from "./default-objects.ts";

interface Configuration extends ApiObject {
  readonly spec?: Readonly<Record<string, unknown>>;
}

const manager = "api-priority-and-fairness-config-producer-v1";

/**
 * Makes the objects of flow control that a server begins with, and mends those that nobody keeps otherwise: an annotation says whether the
 * server goes on doing so, and without one an object that was never changed counts as the server's.
 */
export const flowControlDefaults: BootstrapStep = {
  name: "priority-and-fairness-config-producer",
  run: async (writer) => {
    const { dialect } = writer.parts;
    const group = dialect.expand("flowcontrol.apiserver.{api}");
    const levels = writer.endpoint(group, "prioritylevelconfigurations");
    const schemas = writer.endpoint(group, "flowschemas");
    if (levels === undefined || schemas === undefined) return;
    await Promise.all(defaultPriorityLevels().map((wanted) => keepDefault(writer, levels, wanted)));
    await Promise.all(defaultFlowSchemas(dialect).map((wanted) => keepDefault(writer, schemas, wanted)));
    await Promise.all([
      removeLeftOvers(writer, schemas, defaultFlowSchemas(dialect)),
      removeLeftOvers(writer, levels, defaultPriorityLevels()),
    ]);
  },
};

async function keepDefault(writer: BootstrapWriter, endpoint: Endpoint, wanted: DefaultObject): Promise<void> {
  const { registry, dialect } = writer.parts;
  const { name, spec } = wanted;
  const key = autoupdate(dialect);
  const found: Configuration | undefined = await existing(writer, endpoint, { namespace: "", name });
  if (found === undefined) {
    const object = { metadata: { name, annotations: { [key]: "true" } }, spec: structuredClone(spec) };
    return writer.make(endpoint, object, { fieldManager: manager });
  }
  const next = (live: Configuration): Configuration => mended(live, wanted, key);
  if (next(found) === found) return;
  await registry.patch(endpoint, writer.context, {
    target: { namespace: "", name },
    options: { fieldManager: manager },
    patch: (live) => next(structuredClone(live)),
  });
}

function autoupdate({ labelDomain }: Dialect): string {
  return `apf.${labelDomain}/autoupdate-spec`;
}

/** The object as it should be; itself where it is so. */
function mended(live: Configuration, wanted: DefaultObject, key: string): Configuration {
  const { metadata, spec } = live;
  const ours = wanted.mandatory || isOurs(live, key);
  const right = ours ? specOf(wanted, spec) : spec;
  const annotated = metadata.annotations?.[key] === String(ours);
  if (annotated && isDeepStrictEqual(spec, right)) return live;
  const annotations = { ...metadata.annotations, [key]: String(ours) };
  return { ...live, metadata: { ...metadata, annotations }, ...(right === undefined ? {} : { spec: right }) };
}

function isOurs({ metadata }: ApiObject, key: string): boolean {
  const says = metadata.annotations?.[key] ?? "";
  if (/^(1|t|T|true|TRUE|True)$/.test(says)) return true;
  if (/^(0|f|F|false|FALSE|False)$/.test(says)) return false;
  return metadata.generation === 1;
}

/** How much of the server the exempt level may lend and take is for its users to say, mandatory or not. */
function specOf({ spec: wanted }: DefaultObject, spec: Configuration["spec"]): Configuration["spec"] {
  const given = spec?.["exempt"];
  if (wanted["exempt"] === undefined || typeof given !== "object") return structuredClone(wanted);
  return { ...structuredClone(wanted), exempt: { ...wanted["exempt"], ...given } };
}

/** What an earlier release made and this one does not, unless somebody keeps it. */
async function removeLeftOvers(
  { parts: { registry, dialect }, context }: BootstrapWriter,
  endpoint: Endpoint,
  wanted: readonly DefaultObject[],
): Promise<void> {
  const names = new Set(wanted.map(({ name }) => name));
  const { slices } = await registry.list(endpoint, {
    namespace: undefined,
    selectors: { labels: everyLabel, fields: everyField },
    at: { kind: "any" },
  });
  for (const { name, corrupt, object } of [...itemsOf(slices)]) {
    if (names.has(name) || corrupt !== undefined) continue;
    const { uid, annotations } = object.metadata;
    if (annotations?.[autoupdate(dialect)] !== "true") continue;
    const options = uid === undefined ? {} : { preconditions: { uid } };
    await registry.delete(endpoint, context, { target: { namespace: "", name }, options });
  }
}
