import type { ApiObject } from "@svc/meta";
import { expect, it } from "vitest";
import type { JsonSchema } from "./definition/custom-resource.ts";
import { definitionFromCustomResource } from "./definition-from-custom-resource.ts";

const text = { type: "string" } as const;
const nullable = { ...text, nullable: true } as const;

/** A type that is stored in v1, whose v2 has these fields in its spec. */
function fromStored(properties: Readonly<Record<string, JsonSchema>>, spec: object): unknown {
  const versions = [{ open: true }, { properties }].map((schema, i) => ({
    name: `v${i + 1}`,
    served: true,
    storage: i === 0,
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: {
          spec: {
            type: "object",
            ...("open" in schema ? { "x-kubernetes-preserve-unknown-fields": true } : schema),
          },
        },
      } as JsonSchema,
    },
  }));
  const { versions: served } = definitionFromCustomResource({
    metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions },
  });
  const object: ApiObject = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" }, spec };
  return served[1]?.conversion?.fromStorage(object)["spec"];
}

it.each<[string, Record<string, JsonSchema>, object, object]>([
  ["fields that it does not have are dropped", { a: text }, { a: "x", b: "y" }, { a: "x" }],
  ["nulls that are no values are dropped", { a: text, b: nullable }, { a: null, b: null }, { b: null }],
  ["nulls of fields with a default stay", { a: { ...text, default: "x" } }, { a: null }, { a: null }],
  ["absent fields stay absent", { a: { ...text, default: "x" } }, {}, {}],
  [
    "null entries of maps are dropped",
    { m: { type: "object", additionalProperties: text } },
    { m: { k: null } },
    { m: {} },
  ],
  ["null items of lists stay", { l: { type: "array", items: text } }, { l: [null, "x"] }, { l: [null, "x"] }],
])("of a stored object in another version, without a webhook, %s", (_, properties, spec, want) => {
  expect(fromStored(properties, spec)).toEqual(want);
});
