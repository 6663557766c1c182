import { kubernetesDialect } from "@svc/meta";
import { openapiV3Documents } from "@svc/schema";
import { expect, it } from "vitest";
import { builtin, createSchemas } from "../index.ts";

interface Published {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly "x-kubernetes-group-version-kind"?: readonly object[];
}

it("says of every kind, and of each of its fields, what it is", () => {
  const dialect = kubernetesDialect;
  const schemas = createSchemas(dialect);
  const documents = openapiV3Documents({
    dialect,
    definitions: builtin()(dialect),
    structs: (name) => schemas.struct(name),
    serves: () => true,
  });
  const silent = new Set<string>();
  for (const make of documents.values()) {
    const { components } = make() as {
      readonly components?: { readonly schemas?: Readonly<Record<string, Published>> };
    };
    for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
      if (schema["x-kubernetes-group-version-kind"]?.length !== 1 || name.endsWith("List")) continue;
      if (schema.description === undefined) silent.add(name);
      for (const [field, { description }] of Object.entries(schema.properties ?? {}))
        if (description === undefined) silent.add(`${name}.${field}`);
    }
  }
  expect([...silent].sort()).toEqual([]);
});
