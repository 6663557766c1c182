import { kubernetesDialect } from "@svc/meta";
import { openapiV3Documents } from "@svc/schema";
import { expect, it } from "vitest";
import { builtin, createSchemas } from "../index.ts";
import { words } from "./index.ts";

interface Published {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly "x-kubernetes-group-version-kind"?: readonly object[];
}

/** All that the documents tell of, by the names that they have there. */
function published(): ReadonlyMap<string, Published> {
  const dialect = kubernetesDialect;
  const schemas = createSchemas(dialect);
  const documents = openapiV3Documents({
    dialect,
    definitions: builtin()(dialect),
    structs: (name) => schemas.struct(name),
    serves: () => true,
  });
  const types = new Map<string, Published>();
  for (const make of documents.values()) {
    const { components } = make() as {
      readonly components?: { readonly schemas?: Readonly<Record<string, Published>> };
    };
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) types.set(name, schema);
  }
  return types;
}
const types = published();

function silentIn(isMeant: (name: string, schema: Published) => boolean): readonly string[] {
  const silent: string[] = [];
  for (const [name, schema] of types) {
    if (!isMeant(name, schema)) continue;
    if (schema.description === undefined) silent.push(name);
    for (const [field, { description }] of Object.entries(schema.properties ?? {}))
      if (description === undefined) silent.push(`${name}.${field}`);
  }
  return silent.sort();
}

it("says of every kind, and of each of its fields, what it is", () => {
  const isKind = (name: string, schema: Published): boolean =>
    schema["x-kubernetes-group-version-kind"]?.length === 1 && !name.endsWith("List");
  expect(silentIn(isKind)).toEqual([]);
});

it.each([
  "core.v1.PodSpec",
  "core.v1.PodStatus",
  "core.v1.Container",
  "core.v1.Probe",
  "core.v1.ServiceSpec",
  "core.v1.NodeStatus",
  "core.v1.PersistentVolumeClaimSpec",
  "apps.v1.DeploymentSpec",
  "apps.v1.DeploymentStatus",
  "batch.v1.JobSpec",
  "autoscaling.v2.HorizontalPodAutoscalerSpec",
  "networking.v1.IngressSpec",
  "rbac.v1.PolicyRule",
  "apis.meta.v1.ObjectMeta",
  "apis.meta.v1.LabelSelector",
])("says of every field of %s what it is", (name) => {
  const matching = [...types.keys()].filter((key) => key.endsWith(`.${name}`));
  expect(matching).toHaveLength(1);
  expect(silentIn((key) => matching.includes(key))).toEqual([]);
});

it("says nothing of what is not there", () => {
  const known = new Map<string, Set<string>>();
  for (const [name, { properties = {} }] of types) {
    const short = name.slice(name.lastIndexOf(".") + 1);
    known.set(short, new Set([...(known.get(short) ?? []), ...Object.keys(properties)]));
  }
  const unknown = Object.entries(words).flatMap(([name, { fields = {} }]) =>
    known.has(name)
      ? Object.keys(fields)
          .filter((f) => !known.get(name)?.has(f))
          .map((f) => `${name}.${f}`)
      : [name],
  );
  expect(unknown).toEqual([]);
});
