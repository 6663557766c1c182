import { svcDialect } from "@svc/meta";
import fc from "fast-check";
import { expect, it } from "vitest";
import { objectMetaSchema } from "../object-meta-schema.ts";
import { createStruct } from "../schema.ts";
import { applyDeclaredDefaults } from "../structural/defaults.ts";
import { fromOpenApi } from "../structural/from-openapi.ts";
import { createValidator } from "../structural/validator.ts";
import { randomObject } from "./random-object.ts";
import { formatSamples, randomSpecial } from "./random-scalars.ts";

const text = { type: "string" };
const formats = Object.fromEntries(Object.keys(formatSamples).map((format) => [format, { ...text, format }]));
const schema = fromOpenApi(
  {
    type: "object",
    required: ["spec"],
    properties: {
      spec: {
        type: "object",
        required: ["name"],
        minProperties: 1,
        properties: {
          ...formats,
          name: { ...text, pattern: "^[a-z]{2,4}$", minLength: 3 },
          mode: { ...text, enum: ["a", "b"], default: "a" },
          count: { type: "integer", minimum: 2, maximum: 9, exclusiveMinimum: true, multipleOf: 2 },
          ratio: { type: "number", minimum: 0, maximum: 1, exclusiveMaximum: true },
          steps: { type: "number", multipleOf: 5 },
          maybe: { type: "boolean", nullable: true },
          port: { "x-svc-int-or-string": true },
          free: { "x-svc-preserve-unknown-fields": true },
          set: {
            type: "array",
            items: { type: "integer", minimum: 0, maximum: 3 },
            "x-svc-list-type": "set",
            minItems: 2,
          },
          list: {
            type: "array",
            items: { type: "object", required: ["k"], properties: { k: text, v: text } },
            "x-svc-list-type": "map",
            "x-svc-list-map-keys": ["k"],
          },
          map: { type: "object", additionalProperties: { type: "array", items: text, maxItems: 1 }, minProperties: 1 },
        },
      },
    },
  },
  { dialect: svcDialect },
);

it("makes objects that are right by their schema", () => {
  const validator = createValidator(schema);
  fc.assert(
    fc.property(randomObject(schema), (object) => {
      expect(validator.validate(object)).toEqual([]);
    }),
  );
});

it("fills defaults of its objects once and for all", () => {
  fc.assert(
    fc.property(randomObject(schema), (object) => {
      const filled = structuredClone(object);
      applyDeclaredDefaults(schema, filled);
      const again = structuredClone(filled);
      applyDeclaredDefaults(schema, again);
      expect(again).toEqual(filled);
      expect(filled["spec"]).toHaveProperty("mode");
    }),
  );
});

it("finds the fields of compiled-in types", () => {
  const metadata = fc.sample(randomObject(objectMetaSchema(svcDialect)), { numRuns: 100, seed: 1 });
  const names = new Set(metadata.flatMap((m) => Object.keys(m)));
  expect(names).toContain("ownerReferences");
  expect(names).toContain("creationTimestamp");
});

it("ends, although types hold themselves", () => {
  const tree = createStruct([]);
  const field = { name: "kids", schema: { type: "list", items: tree }, presence: "explicit" } as const;
  Object.assign(tree, { fields: [field], byName: new Map([["kids", field]]) });
  expect(fc.sample(randomObject(tree, { maxDepth: 3 }), 10)).toHaveLength(10);
});

it("generates all special types", () => {
  const types = [
    "quantity",
    "intOrString",
    "time",
    "microTime",
    "duration",
    "rawExtension",
    "fieldsV1",
    "json",
    "schemaOrBool",
    "schemaOrList",
    "schemaOrStrings",
  ] as const;
  for (const type of types) expect(fc.sample(randomSpecial({ type }), 5)).not.toContain(undefined);
});
