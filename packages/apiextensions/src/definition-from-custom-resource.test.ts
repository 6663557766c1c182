import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { CustomResourceDefinition, CustomResourceVersion } from "./definition/custom-resource.ts";
import { definitionFromCustomResource } from "./definition-from-custom-resource.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const version = (name: string, field: string): CustomResourceVersion => ({
  name,
  served: true,
  storage: name === "v1",
  schema: { openAPIV3Schema: { type: "object", properties: { [field]: { type: "string" } } } },
});

const widgets = (): CustomResourceDefinition => ({
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", kind: "Widget" },
    versions: [version("v1", "a"), version("v2", "b")],
  },
});

it("reads a definition again for each schema, where it is first used", () => {
  let reads = 0;
  const { versions } = definitionFromCustomResource(widgets(), {
    readAgain: () => {
      reads++;
      return widgets();
    },
  });
  expect(reads).toBe(0);
  const [first, second] = versions;
  expect(second?.schema.fields.map(({ name }) => name)).toContain("b");
  expect(second?.schema.fields.map(({ name }) => name)).not.toContain("a");
  expect(reads).toBe(1);
  expect(first?.schema.fields.map(({ name }) => name)).toContain("a");
  expect(reads).toBe(2);
});

it("does not keep the schemas of a definition that can be read again", async () => {
  const make = () => {
    const source = widgets();
    const schemas = source.spec.versions.map(({ schema = {} }) => new WeakRef(schema));
    return { definition: definitionFromCustomResource(source, { readAgain: widgets }), schemas };
  };
  const { definition, schemas } = make();
  // What a turn of the event loop has made weak references to lives until its end.
  await setImmediate();
  collectGarbage();
  expect(schemas.map((schema) => schema.deref())).toEqual([undefined, undefined]);
  expect(definition.versions[0]?.schema.fields.map(({ name }) => name)).toContain("a");
});
