import { kubernetesDialect } from "@svc/meta";
import { openapiV3Documents } from "@svc/openapi";
import { expect, it } from "vitest";
import { builtin } from "../index.ts";
import { createBuiltinSchemas } from "../schemas.ts";
import { descriptions } from "./index.ts";

interface Published {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly "x-kubernetes-group-version-kind"?: readonly object[];
}

/** Schemas of the OpenAPI v3 documents by their names there. */
function published(): ReadonlyMap<string, Published> {
  const dialect = kubernetesDialect;
  const schemas = createBuiltinSchemas(dialect);
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

function undescribed(isMeant: (name: string, schema: Published) => boolean): readonly string[] {
  const missing: string[] = [];
  for (const [name, schema] of types) {
    if (!isMeant(name, schema)) continue;
    if (schema.description === undefined) missing.push(name);
    for (const [field, { description }] of Object.entries(schema.properties ?? {}))
      if (description === undefined) missing.push(`${name}.${field}`);
  }
  return missing.sort();
}

it("describes every kind and each of its fields", () => {
  const isKind = (name: string, schema: Published): boolean =>
    schema["x-kubernetes-group-version-kind"]?.length === 1 && !name.endsWith("List");
  expect(undescribed(isKind)).toEqual([]);
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
])("describes every field of %s", (name) => {
  const matching = [...types.keys()].filter((key) => key.endsWith(`.${name}`));
  expect(matching).toHaveLength(1);
  expect(undescribed((key) => matching.includes(key))).toEqual([]);
});

it("describes only types and fields that exist", () => {
  const known = new Map<string, Set<string>>();
  for (const [name, { properties = {} }] of types) {
    const short = name.slice(name.lastIndexOf(".") + 1);
    known.set(short, new Set([...(known.get(short) ?? []), ...Object.keys(properties)]));
  }
  const unknown = Object.entries(descriptions).flatMap(([name, { fields = {} }]) =>
    known.has(name)
      ? Object.keys(fields)
          .filter((f) => !known.get(name)?.has(f))
          .map((f) => `${name}.${f}`)
      : [name],
  );
  expect(unknown).toEqual([]);
});
