import { describe, expect, it } from "vitest";
import { fooDefinition, withField, withSchema } from "../testing/custom-resource-definition.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("logic of schemas", () => {
  const judged = judgeKind(fooDefinition);

  describe("in a whole", () => {
    it.each<[object, readonly string[]]>([
      [
        { type: "object", allOf: [{ properties: { b: { pattern: "a" } } }] },
        [
          ".properties[b]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[0].properties[b]",
        ],
      ],
      [
        {
          type: "object",
          allOf: [{ properties: { b: { pattern: "a" } } }, { anyOf: [{ properties: { c: { minimum: 1 } } }] }],
        },
        [
          ".properties[b]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[0].properties[b]",
          ".properties[c]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[1].anyOf[0].properties[c]",
        ],
      ],
      [
        {
          type: "object",
          properties: { spec: { type: "object", properties: {} } },
          allOf: [{ properties: { spec: { properties: { x: { pattern: "a" } } } } }],
        },
        [
          ".properties[spec].properties[x]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[0].properties[spec].properties[x]",
        ],
      ],
      [
        {
          type: "object",
          properties: { spec: { type: "object", additionalProperties: { type: "string" } } },
          allOf: [{ properties: { spec: { properties: { x: { pattern: "a" } } } } }],
        },
        [
          ".properties[spec].properties[x]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[0].properties[spec].properties[x]",
        ],
      ],
      [
        {
          type: "object",
          properties: { spec: { type: "array", items: { type: "string" } } },
          not: { properties: { spec: { items: { properties: { x: { pattern: "a" } } } } } },
        },
        [
          ".properties[spec].items.properties[x]: Required value: because it is defined in spec.validation.openAPIV3Schema.not.properties[spec].items.properties[x]",
        ],
      ],
      [
        {
          type: "object",
          properties: { spec: { type: "object", properties: {}, "x-kubernetes-preserve-unknown-fields": true } },
          allOf: [{ properties: { spec: { properties: { x: { pattern: "a" } } } } }],
        },
        [
          ".properties[spec].properties[x]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[0].properties[spec].properties[x]",
        ],
      ],
      [
        {
          type: "object",
          properties: { a: { type: "string" } },
          allOf: [{ properties: { metadata: { required: ["x"] } } }],
        },
        [
          ".allOf[0].properties[metadata]: Forbidden: must not be specified in a nested context",
          ".properties[metadata]: Required value: because it is defined in spec.validation.openAPIV3Schema.allOf[0].properties[metadata]",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(withSchema(patch))).toEqual(
        errors.map((error) => `spec.validation.openAPIV3Schema${error}`),
      );
    });
  });

  describe("in a field", () => {
    it.each<[object, readonly string[]]>([
      [{ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] }, []],
      [{ "x-kubernetes-preserve-unknown-fields": true, anyOf: [{ type: "integer" }, { type: "string" }] }, []],
      [{ type: "string", allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { pattern: "a" }] }, []],
      [{ type: "string", anyOf: [{ type: "integer" }] }, [".anyOf[0].type: Forbidden: must be empty to be structural"]],
      [
        { "x-kubernetes-int-or-string": true, anyOf: [{ type: "string" }, { type: "integer" }] },
        [
          ".anyOf[0].type: Forbidden: must be empty to be structural",
          ".anyOf[1].type: Forbidden: must be empty to be structural",
        ],
      ],
      ...[
        { minimum: 1 },
        { format: "int32" },
        { enum: [1] },
        { not: { minimum: 1 } },
        { exclusiveMinimum: true },
        { maxProperties: 3 },
      ].map((more): [object, readonly string[]] => [
        { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer", ...more }, { type: "string" }] },
        [
          ".anyOf[0].type: Forbidden: must be empty to be structural",
          ".anyOf[1].type: Forbidden: must be empty to be structural",
        ],
      ]),
      ...[
        { example: 1 },
        { externalDocs: { url: "a" } },
        { exclusiveMinimum: false },
        { enum: [] },
        { pattern: "" },
      ].map((more): [object, readonly string[]] => [
        { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer", ...more }, { type: "string" }] },
        [],
      ]),
      [
        {
          "x-kubernetes-int-or-string": true,
          allOf: [{ anyOf: [{ type: "integer" }, { type: "string" }] }, { pattern: "a" }],
        },
        [],
      ],
      [
        { type: "object", allOf: [{ properties: { b: { type: "string" } } }] },
        [".allOf[0].properties[b].type: Forbidden: must be empty to be structural"],
      ],
      [{ type: "object", allOf: [{ properties: { b: { pattern: "a" } } }] }, []],
      [{ type: "object", properties: { b: { type: "string" } }, allOf: [{ properties: { b: { pattern: "a" } } }] }, []],
      [{ type: "object", anyOf: [{ required: ["b"] }] }, []],
      [{ type: "object", anyOf: [{ additionalProperties: false }] }, []],
      [
        { type: "object", anyOf: [{ additionalProperties: true }] },
        [".anyOf[0].additionalProperties: Forbidden: must be undefined to be structural"],
      ],
      [{ type: "object", oneOf: [{ type: "object" }] }, [".oneOf[0].type: Forbidden: must be empty to be structural"]],
      [
        {
          type: "object",
          not: {
            description: "x",
            title: "t",
            default: 1,
            nullable: true,
            "x-kubernetes-preserve-unknown-fields": true,
          },
        },
        [
          ".not.default: Forbidden: must be undefined to be structural",
          ".not.description: Forbidden: must be empty to be structural",
          ".not.nullable: Forbidden: must be false to be structural",
          ".not.title: Forbidden: must be empty to be structural",
          ".not.x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural",
        ],
      ],
      [
        { type: "object", not: { additionalProperties: { type: "string" } } },
        [".not.additionalProperties: Forbidden: must be undefined to be structural"],
      ],
      [
        { type: "object", not: { additionalProperties: true } },
        [".not.additionalProperties: Forbidden: must be undefined to be structural"],
      ],
      [{ type: "array", items: { type: "string" }, allOf: [{ items: { pattern: "a" } }] }, []],
      [
        { type: "array", items: { type: "string" }, allOf: [{ items: { type: "string" } }] },
        [".allOf[0].items.type: Forbidden: must be empty to be structural"],
      ],
      [
        { type: "object", properties: { b: { type: "string" } }, anyOf: [{ properties: { b: { pattern: "[" } } }] },
        [
          '.anyOf[0].properties[b].pattern: Invalid value: "[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
        ],
      ],
      [{ type: "string", allOf: [{ $ref: "x" }] }, [".allOf[0].$ref: Forbidden: $ref is not supported"]],
    ])("%j", (patch, errors) => {
      expect(judged.create(withField(patch))).toEqual(
        errors.map((error) => `spec.validation.openAPIV3Schema.properties[a]${error}`),
      );
    });
  });
});
