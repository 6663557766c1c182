import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineResource } from "./define-resource.ts";

/** The schema of a field in the definition of a type that declares it. */
function inDefinition(field: z.ZodType): unknown {
  const schema = z.object({ spec: z.object({ field }) });
  const type = defineResource({ group: "example.com", version: "v1", kind: "Widget", schema });
  const [root] = JSON.parse(JSON.stringify(type.customResource(kubernetesDialect))).spec.versions;
  return root.schema.openAPIV3Schema.properties.spec.properties.field;
}

const intOrString = { "x-kubernetes-int-or-string": true };
const objectWith = (properties: object): object => ({ type: "object", properties });

describe("the schema of a definition", () => {
  const cases: readonly [name: string, field: z.ZodType, want: unknown][] = [
    [
      "has the title and the description",
      z.int().meta({ title: "T", description: "D" }),
      { type: "integer", title: "T", description: "D" },
    ],
    ["has no readOnly", z.array(z.string()).readonly(), { type: "array", items: { type: "string" } }],
    [
      "has no deprecated, examples and own keywords",
      z.string().meta({ deprecated: true, examples: ["a"], owner: "me", "x-mine": 1 }),
      { type: "string" },
    ],
    ["has a format without an encoding", z.base64().meta({ pattern: undefined }), { type: "string", format: "base64" }],
    [
      "has no uniqueItems",
      z.array(z.string()).meta({ uniqueItems: true }),
      { type: "array", items: { type: "string" } },
    ],
    ["has bounds that are excluded", z.number().gt(0), { type: "number", minimum: 0, exclusiveMinimum: true }],
    [
      "keeps a property with the name of another keyword",
      z.object({ readOnly: z.boolean().optional() }),
      objectWith({ readOnly: { type: "boolean" } }),
    ],
    [
      "keeps the alternatives of an integer or string in the one form that there is",
      z.union([z.int(), z.string()]),
      { ...intOrString, anyOf: [{ type: "integer" }, { type: "string" }] },
    ],
    ["has no bounds for an integer or string", z.union([z.int().min(1), z.string().regex(/%$/)]), intOrString],
    ["allows null and leaves its kind to the declaration", z.null(), { type: "string", nullable: true }],
    ["lists no values where null is one", z.enum(["a"]).nullable(), { type: "string", nullable: true }],
    [
      "has the conditions of alternatives without their types",
      z.discriminatedUnion("t", [z.object({ t: z.literal("a") }), z.object({ t: z.literal("b") })]),
      {
        ...objectWith({ t: { type: "string", enum: ["a", "b"] } }),
        required: ["t"],
        anyOf: [
          { properties: { t: { enum: ["a"] } }, required: ["t"] },
          { properties: { t: { enum: ["b"] } }, required: ["t"] },
        ],
      },
    ],
  ];
  it.each(cases)("%s", (_, field, want) => {
    expect(inDefinition(field)).toEqual(want);
  });

  it("does not demand that one alternative holds where they differ in types alone", () => {
    const either = z.xor([z.object({ a: z.string() }), z.object({ a: z.int() })]);
    expect(inDefinition(either)).not.toHaveProperty("oneOf");
    expect(inDefinition(either)).toMatchObject({ anyOf: [{ required: ["a"] }, { required: ["a"] }] });
  });

  it("has a negation only where nothing of it is lost", () => {
    expect(inDefinition(z.string().meta({ not: { type: "string", minLength: 3 } }))).toEqual({ type: "string" });
    expect(inDefinition(z.string().meta({ not: { minLength: 3 } }))).toEqual({ type: "string", not: { minLength: 3 } });
  });
});
