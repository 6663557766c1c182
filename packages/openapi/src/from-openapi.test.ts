import { type JsonValue, kubernetesDialect, svcDialect } from "@svc/meta";
import { fromOpenApi } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { publishDefinition } from "./publish-schema.ts";

const kind = { group: "shop.example.com", version: "v1", kind: "Widget" };
const text = { type: "string" };

/** Publishes a property of the spec again. */
function published(property: JsonValue, version: 2 | 3): unknown {
  const schema = fromOpenApi({ type: "object", properties: { x: property } }, { dialect: kubernetesDialect, kind });
  const definition = publishDefinition(schema, { dialect: kubernetesDialect, version });
  return (definition["properties"] as Readonly<Record<string, unknown>>)["x"];
}

describe("a parsed schema is published unchanged", () => {
  const ios = { "x-kubernetes-int-or-string": true };
  const preserved = { "x-kubernetes-preserve-unknown-fields": true };
  const cases: readonly [name: string, property: JsonValue, v2?: JsonValue][] = [
    ["text", { description: "d", title: "t", ...text, minLength: 1, maxLength: 5, pattern: "^a" }],
    ["null", { ...text, nullable: true, description: "d" }, { description: "d" }],
    ["defaults", { ...text, default: "a" }, text],
    ["integers", { type: "integer", minimum: 1, maximum: 9, exclusiveMaximum: true, multipleOf: 2 }],
    ["formats", { type: "integer", format: "weird", enum: [1, 2] }],
    ["numbers", { type: "number", format: "float" }],
    ["number or text", { ...ios, anyOf: [{ type: "integer" }, { type: "string" }] }, ios],
    ["anything", preserved],
    ["objects with more", { type: "object", properties: { a: text }, ...preserved }, preserved],
    ["sets", { type: "array", items: text, minItems: 1, maxItems: 4, "x-kubernetes-list-type": "set" }],
    [
      "maps",
      {
        type: "object",
        additionalProperties: text,
        minProperties: 1,
        maxProperties: 5,
        "x-kubernetes-map-type": "atomic",
      },
    ],
    ["free maps", { type: "object", additionalProperties: true }],
    [
      "map lists",
      {
        type: "array",
        items: { type: "object", required: ["k"], properties: { k: text } },
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
      },
    ],
    [
      "alternatives",
      {
        type: "object",
        properties: { a: text },
        oneOf: [{ required: ["a"] }, { properties: { a: { pattern: "x" } } }],
        not: { required: ["b"] },
      },
      { type: "object", properties: { a: text } },
    ],
    ["the order of required members", { type: "object", required: ["z", "u", "a"], properties: { a: text, z: text } }],
    ["required without a field", { type: "object", required: ["a"], additionalProperties: text }],
    [
      "rules",
      {
        ...text,
        "x-kubernetes-validations": [
          { rule: "self != 'x'", message: "m", reason: "FieldValueForbidden", fieldPath: ".a", optionalOldSelf: true },
        ],
      },
    ],
  ];
  for (const [name, property, v2 = property] of cases) {
    it(name, () => {
      expect(published(property, 3)).toEqual(property);
      expect(published(property, 2)).toEqual(v2);
    });
  }
});

it("gives every object a type and metadata", () => {
  const schema = fromOpenApi({ type: "object" }, { dialect: svcDialect, kind });
  expect(schema.fields.map((f) => f.name)).toEqual(["apiVersion", "kind", "metadata"]);
  expect(schema.openapiName).toBe("com.example.shop.v1.Widget");
  expect(schema.byName.get("metadata")?.schema).toMatchObject({
    type: "struct",
    openapiName: "io.svc.apimachinery.pkg.apis.meta.v1.ObjectMeta",
  });
});

it("the server's descriptions of apiVersion and kind replace those of the definition", () => {
  const properties = {
    apiVersion: { ...text, description: "other words" },
    kind: { ...text, description: "other words" },
  };
  const embedded = { type: "object", "x-kubernetes-embedded-resource": true, properties };
  const schema = fromOpenApi(
    { type: "object", properties: { ...properties, embedded } },
    { dialect: kubernetesDialect, kind },
  );
  const definition = publishDefinition(schema, { dialect: kubernetesDialect, version: 3 });
  expect(JSON.stringify(definition)).not.toContain("other words");
});

it("describes objects within objects", () => {
  const property = { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } };
  expect(published(property, 3)).toMatchObject({
    required: ["kind", "apiVersion"],
    properties: { apiVersion: text, kind: text, metadata: {}, spec: { type: "object" } },
    "x-kubernetes-embedded-resource": true,
  });
});

it("reads the extensions of its dialect only", () => {
  const list = { type: "array", items: text, "x-svc-list-type": "set" };
  const schema = fromOpenApi({ type: "object", properties: { list } }, { dialect: svcDialect });
  expect(schema.byName.get("list")?.schema).toMatchObject({ listType: "set" });
  const other = fromOpenApi({ type: "object", properties: { list } }, { dialect: kubernetesDialect });
  expect(other.byName.get("list")?.schema).not.toHaveProperty("listType");
});

describe("a value that is no schema", () => {
  for (const json of [
    5,
    { type: "object", properties: 5 },
    { type: "object", properties: { a: { type: 5 } } },
    { type: "object", required: "a" },
    { type: "object", properties: { a: { type: "string", minLength: "1" } } },
  ] as JsonValue[]) {
    it(JSON.stringify(json), () => {
      expect(() => fromOpenApi(json, { dialect: kubernetesDialect })).toThrow(TypeError);
    });
  }
});
