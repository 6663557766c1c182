import { describe, expect, it } from "vitest";
import { fooDefinition, withField, withSchema } from "../testing/custom-resource-definition.ts";
import { judgeKind } from "../testing/judge-kind.ts";

const types = 'supported values: "array", "boolean", "integer", "number", "object", "string"';

const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};

describe("defaults", () => {
  const judged = judgeKind(fooDefinition);

  describe("of a whole", () => {
    it.each<[object, readonly string[]]>([
      [
        { type: "object", properties: { metadata: { type: "object", default: {} } } },
        [".properties[metadata].default: Forbidden: must not be set in top-level metadata"],
      ],
      [
        {
          type: "object",
          properties: { metadata: { type: "object", properties: { name: { type: "string", default: "x" } } } },
        },
        [".properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata"],
      ],
      [
        {
          type: "object",
          properties: { apiVersion: { type: "string", enum: ["a"] }, kind: { type: "string", default: "x" } },
        },
        [".properties[kind].default: Forbidden: must not be set in top-level kind"],
      ],
      [
        { type: "object", default: { a: 1 }, properties: { a: { type: "string" } } },
        [".default.apiVersion: Required value: must not be empty", ".default.kind: Required value: must not be empty"],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(withSchema(patch))).toEqual(
        errors.map((error) => `spec.validation.openAPIV3Schema${error}`),
      );
    });
  });

  describe("of a field", () => {
    it.each<[object, readonly string[]]>([
      [{ type: "string", nullable: true, default: "x" }, []],
      [
        { type: "string", default: 1 },
        ['.default: Invalid value: "integer":  in body must be of type string: "integer"'],
      ],
      [
        { type: "integer", default: 1.5 },
        ['.default: Invalid value: "number":  in body must be of type integer: "number"'],
      ],
      [
        { type: "integer", default: "1" },
        ['.default: Invalid value: "string":  in body must be of type integer: "string"'],
      ],
      [{ type: "boolean", default: true }, []],
      [
        { type: "array", items: { type: "string", format: "date" }, default: [null, 5, {}, [], "2024-01-01"] },
        [
          '.default.[0]: Invalid value: "null": [0] in body must be of type string: "null"',
          '.default.[1]: Invalid value: "int64": [1] in body must be of type date: "int64"',
          '.default.[2]: Invalid value: "": [2] in body must be of type date: ""',
        ],
      ],
      [
        { type: "String", default: 1, maximum: 0 },
        [
          '.default: Invalid value: "integer":  in body must be of type String: "integer"',
          ".default: Invalid value: 1:  in body should be less than or equal to 0",
          `.type: Unsupported value: "String": ${types}`,
        ],
      ],
      [
        { type: "List", items: { type: "string" }, default: [1] },
        [
          '.default: Invalid value: "array":  in body must be of type List: "array"',
          '.default.[0]: Invalid value: "integer": [0] in body must be of type string: "integer"',
          `.type: Unsupported value: "List": ${types}`,
        ],
      ],
      [
        { type: "object", properties: { a: { type: "int" } }, default: { a: 1 } },
        [
          '.default.a: Invalid value: "integer": a in body must be of type int: "integer"',
          `.properties[a].type: Unsupported value: "int": ${types}`,
        ],
      ],
      [{ type: "object", additionalProperties: true, default: { b: 1, c: {}, d: [2] } }, []],
      [
        { type: "object", additionalProperties: true, default: { b: { c: 1 } } },
        [
          '.default: Invalid value: map[string]interface {}{"b":map[string]interface {}{"c":1}}: must not have unknown fields',
        ],
      ],
      [
        { type: "object", additionalProperties: true, default: { b: [{ c: 1 }] } },
        [
          '.default: Invalid value: map[string]interface {}{"b":[]interface {}{map[string]interface {}{"c":1}}}: must not have unknown fields',
        ],
      ],
      [
        { type: "object", default: { b: 1 } },
        ['.default: Invalid value: map[string]interface {}{"b":1}: must not have unknown fields'],
      ],
      [
        { type: "object", properties: { b: { type: "integer" } }, default: { b: "x" } },
        ['.default.b: Invalid value: "string": b in body must be of type integer: "string"'],
      ],
      [
        { type: "object", required: ["b"], properties: { b: { type: "integer" } }, default: {} },
        [".default.b: Required value"],
      ],
      [{ type: "string", enum: ["a"], default: "b" }, ['.default: Unsupported value: "b": supported values: "a"']],
      [{ type: "string", default: null }, []],
      [{ type: "string", nullable: true, default: null }, []],
      [{ type: "array", items: { type: "string", default: "q" } }, []],
      [{ type: "object", additionalProperties: { type: "string", default: "q" } }, []],
      [{ type: "string", maxLength: 2, default: "abc" }, [".default: Too long: may not be more than 2 bytes"]],
      [{ type: "object", "x-kubernetes-preserve-unknown-fields": true, default: { z: 1 } }, []],
      [
        { ...embedded, default: { apiVersion: "v1", kind: "K", metadata: 1 } },
        [".default.metadata: Invalid value: 1: json: cannot unmarshal number into Go value of type v1.ObjectMeta"],
      ],
      [
        { ...embedded, default: { apiVersion: 1, kind: "K" } },
        [".default.apiVersion: Invalid value: 1: must be a string"],
      ],
      [
        { type: "array", items: embedded, default: [{ apiVersion: "v1", kind: "K", metadata: { name: 1 } }, {}] },
        [
          '.default[0].metadata: Invalid value: map[string]interface {}{"name":1}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
        ],
      ],
      [
        {
          type: "object",
          additionalProperties: embedded,
          default: { a: { apiVersion: "v1", kind: "K", metadata: [] } },
        },
        [
          ".default[a].metadata: Invalid value: []interface {}{}: json: cannot unmarshal array into Go value of type v1.ObjectMeta",
        ],
      ],
      [
        {
          type: "object",
          properties: { b: { type: "object", properties: { c: { type: "integer" } } } },
          default: { b: { c: "x" } },
        },
        ['.default.b.c: Invalid value: "string": b.c in body must be of type integer: "string"'],
      ],
      [
        { type: "array", items: { type: "integer" }, default: ["a", 1] },
        ['.default.[0]: Invalid value: "string": [0] in body must be of type integer: "string"'],
      ],
      [
        { type: "string", pattern: "^a$", default: "b" },
        [".default: Invalid value: \"b\":  in body should match '^a$'"],
      ],
      [
        { type: "integer", minimum: 5, default: 1 },
        [".default: Invalid value: 1:  in body should be greater than or equal to 5"],
      ],
      [
        { type: "object", properties: { b: { type: "string" } }, default: { b: "x", c: 1, d: 2 } },
        ['.default: Invalid value: map[string]interface {}{"b":"x", "c":1, "d":2}: must not have unknown fields'],
      ],
      [
        { type: "string", format: "date", default: "x" },
        ['.default: Invalid value: "x":  in body must be of type date: "x"'],
      ],
      [
        { type: "object", properties: { b: { type: "string", default: "x" } }, required: ["b"], default: {} },
        [".default.b: Required value"],
      ],
      [
        { type: "object", properties: { b: { type: "string", default: 1 } }, default: { b: 2 } },
        [
          '.default.b: Invalid value: "integer": b in body must be of type string: "integer"',
          '.properties[b].default: Invalid value: "integer":  in body must be of type string: "integer"',
        ],
      ],
      [
        {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
          default: { apiVersion: "v1", kind: "A", metadata: { name: "A_" } },
        },
        [],
      ],
      [
        {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
          default: {},
        },
        [".default.apiVersion: Required value: must not be empty", ".default.kind: Required value: must not be empty"],
      ],
      [{ type: "string", nullable: false, default: null }, []],
      [{ type: "object", additionalProperties: { type: "string", default: 5 } }, []],
      [
        { type: "object", additionalProperties: { type: "integer", minimum: 3 }, default: { b: "x", c: 1 } },
        [
          '.default.b: Invalid value: "string": .b in body must be of type integer: "string"',
          ".default.c: Invalid value: 1: .c in body should be greater than or equal to 3",
        ],
      ],
      [
        { type: "string", not: { enum: ["x"] }, default: "x" },
        ['.default: Invalid value: "": "" must not validate the schema (not)'],
      ],
      [
        {
          type: "object",
          properties: { b: { type: "integer", oneOf: [{ minimum: 5 }, { minimum: 6 }] } },
          default: { b: 1 },
        },
        [
          '.default: Invalid value: "": "b" must validate one and only one schema (oneOf). Found none valid',
          ".default.b: Invalid value: 1: b in body should be greater than or equal to 5",
        ],
      ],
      [
        { type: "integer", multipleOf: 0, default: 2 },
        [".default: Invalid value: 0: factor MultipleOf declared for  must be positive: 0"],
      ],
      [{ type: "array", "x-kubernetes-list-type": "set", items: { type: "string" }, default: ["a", "a"] }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(withField(patch))).toEqual(
        errors.map((error) => `spec.validation.openAPIV3Schema.properties[a]${error}`),
      );
    });
  });
});
