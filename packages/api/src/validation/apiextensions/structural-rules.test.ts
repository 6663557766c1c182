import { describe, expect, it } from "vitest";
import { fooDefinition, withField, withSchema } from "../testing/custom-resource-definition.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("structural schemas", () => {
  const judged = judgeKind(fooDefinition);

  describe("a whole", () => {
    it.each<[object, readonly string[]]>([
      [{}, [".type: Required value: must not be empty at the root"]],
      [{ type: "string" }, ['.type: Invalid value: "string": must be object at the root']],
      [{ type: "object", nullable: true }, [".nullable: Forbidden: nullable cannot be true at the root"]],
      [
        { type: "object", additionalProperties: true },
        [".additionalProperties: Forbidden: must not be used at the root"],
      ],
      [
        { type: "object", additionalProperties: { type: "string" } },
        [".additionalProperties: Forbidden: must not be used at the root"],
      ],
      [{ type: "object", "x-kubernetes-preserve-unknown-fields": true }, []],
      [
        { type: "object", "x-kubernetes-preserve-unknown-fields": false },
        [".x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined"],
      ],
      [
        {
          type: "object",
          properties: { a: {}, b: { type: "string", default: 1 }, c: { anyOf: [{ type: "string" }] } },
          "x-kubernetes-preserve-unknown-fields": false,
        },
        [".x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined"],
      ],
      [
        { type: "object", "x-kubernetes-embedded-resource": true },
        [
          ".properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
        ],
      ],
      [{ type: "object", "x-kubernetes-int-or-string": true }, []],
      [{ "x-kubernetes-preserve-unknown-fields": true }, []],
      [{ type: "object", title: "t", description: "d" }, []],
      [{ type: "object", required: ["spec"] }, []],
      [
        { type: "object", "x-kubernetes-list-type": "atomic" },
        ['.type: Invalid value: "object": must be array if x-kubernetes-list-type is specified'],
      ],
      [{ type: "object", "x-kubernetes-map-type": "atomic" }, []],
      [
        {
          type: "object",
          properties: { apiVersion: { type: "integer" }, kind: { type: "object" }, metadata: { type: "string" } },
        },
        [
          '.properties[apiVersion].type: Invalid value: "integer": must be string',
          '.properties[kind].type: Invalid value: "object": must be string',
          '.properties[metadata].type: Invalid value: "string": must be object',
        ],
      ],
      [
        {
          type: "object",
          properties: {
            metadata: {
              type: "object",
              properties: { name: { type: "string", pattern: "a" }, generateName: { type: "string", maxLength: 5 } },
            },
          },
        },
        [],
      ],
      [{ type: "object", properties: { metadata: { type: "object", properties: { name: { type: "integer" } } } } }, []],
      [
        {
          type: "object",
          properties: {
            metadata: {
              type: "object",
              properties: { labels: { type: "object", additionalProperties: { type: "string" } } },
            },
          },
        },
        [
          ".properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
        ],
      ],
      [
        { type: "object", properties: { metadata: { type: "object", required: ["name"] } } },
        [
          ".properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
        ],
      ],
      [
        {
          type: "object",
          properties: { metadata: { type: "object", properties: { name: { type: "string", nullable: true } } } },
        },
        [],
      ],
      [
        { type: "object", properties: { metadata: { type: "object", additionalProperties: { type: "string" } } } },
        [
          ".properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
        ],
      ],
      [
        { type: "object", properties: { metadata: { type: "object", "x-kubernetes-preserve-unknown-fields": true } } },
        [
          ".properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
        ],
      ],
      [
        { type: "object", properties: { metadata: { type: "object", description: "x", maxProperties: 3 } } },
        [
          ".properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
        ],
      ],
      [
        { type: "object", properties: { metadata: {} } },
        [
          '.properties[metadata].type: Invalid value: "": must be object',
          ".properties[metadata].type: Required value: must not be empty for specified object fields",
        ],
      ],
    ])("%j", (patch, errors) => {
      expect(judged.create(withSchema(patch))).toEqual(
        errors.map((error) => `spec.validation.openAPIV3Schema${error}`),
      );
    });
  });

  describe("a field", () => {
    it.each<[object, readonly string[]]>([
      [{}, [".type: Required value: must not be empty for specified object fields"]],
      [{ type: "" }, [".type: Required value: must not be empty for specified object fields"]],
      [
        { type: "foo" },
        [
          '.type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
        ],
      ],
      [
        { type: "null" },
        [
          '.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
          ".type: Forbidden: type cannot be set to null, use nullable as an alternative",
        ],
      ],
      [{ type: "array" }, [".items: Required value: must be specified"]],
      [{ type: "array", items: {} }, [".items.type: Required value: must not be empty for specified array items"]],
      [
        { type: "array", items: [{ type: "string" }] },
        [".items: Forbidden: items must be a schema object and not an array"],
      ],
      [{ type: "object" }, []],
      [
        { type: "object", properties: { b: {} } },
        [".properties[b].type: Required value: must not be empty for specified object fields"],
      ],
      [
        { type: "object", additionalProperties: {} },
        [".additionalProperties.type: Required value: must not be empty for specified object fields"],
      ],
      [{ type: "object", additionalProperties: false }, []],
      [{ type: "object", additionalProperties: true }, []],
      [
        { type: "object", properties: { b: { type: "string" } }, additionalProperties: { type: "string" } },
        [".additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive"],
      ],
      [
        { type: "object", properties: { b: { type: "string" } }, additionalProperties: false },
        [".additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive"],
      ],
      [{ type: "string", $ref: "#/x" }, [".$ref: Forbidden: $ref is not supported"]],
      [{ type: "object", id: "x" }, [".id: Forbidden: id is not supported"]],
      [
        { type: "object", definitions: { a: { type: "string" } } },
        [".definitions: Forbidden: definitions is not supported"],
      ],
      [{ type: "object", dependencies: { a: ["b"] } }, [".dependencies: Forbidden: dependencies is not supported"]],
      [
        { type: "object", patternProperties: { a: { type: "string" } } },
        [".patternProperties: Forbidden: patternProperties is not supported"],
      ],
      [
        { type: "array", items: { type: "string" }, additionalItems: true },
        [".additionalItems: Forbidden: additionalItems is not supported"],
      ],
      [{ type: "object", additionalItems: {} }, [".additionalItems: Forbidden: additionalItems is not supported"]],
      [{ type: "object", $ref: "" }, [".$ref: Forbidden: $ref is not supported"]],
      [
        { type: "array", items: { type: "string" }, additionalItems: false },
        [".additionalItems: Forbidden: additionalItems is not supported"],
      ],
      [
        { type: "array", items: { type: "string" }, uniqueItems: true },
        [".uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic"],
      ],
      [{ type: "array", items: { type: "string" }, uniqueItems: false }, []],
      [{ type: "string", externalDocs: { url: "x" }, example: "z" }, []],
      [
        { type: "string", pattern: "[" },
        [
          '.pattern: Invalid value: "[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
        ],
      ],
      [
        { type: "string", pattern: "(?=a)" },
        [
          '.pattern: Invalid value: "(?=a)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
        ],
      ],
      [{ type: "string", pattern: "^a+$" }, []],
      [{ type: "string", format: "nope" }, []],
      [{ type: "string", minLength: -1 }, []],
      [{ type: "string", minLength: 5, maxLength: 2 }, []],
      [{ type: "integer", minimum: 5, maximum: 2 }, []],
      [{ type: "number", multipleOf: 0 }, []],
      [{ type: "number", multipleOf: -1 }, []],
      [{ type: "array", items: { type: "string" }, minItems: -1 }, []],
      [{ type: "string", enum: [] }, []],
      [{ type: "string", enum: ["a", "a"] }, []],
      [{ type: "string", enum: [1] }, []],
      [{ type: "object", required: ["a", "a"] }, []],
      [{ type: "object", required: [""] }, []],
      [{ type: "integer", exclusiveMinimum: true }, []],
      [{ type: "object", minProperties: -1, maxProperties: -1 }, []],
      [{ "x-kubernetes-int-or-string": true }, []],
      [{ type: "string", "x-kubernetes-int-or-string": true }, []],
      [{ "x-kubernetes-int-or-string": false, type: "string" }, []],
      [{ "x-kubernetes-preserve-unknown-fields": true }, []],
      [{ type: "string", "x-kubernetes-preserve-unknown-fields": true }, []],
      [{ type: "array", "x-kubernetes-preserve-unknown-fields": true, items: { type: "string" } }, []],
      [
        { type: "object", "x-kubernetes-preserve-unknown-fields": false },
        [".x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined"],
      ],
      [
        { type: "object", "x-kubernetes-embedded-resource": true },
        [
          ".properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
        ],
      ],
      [
        { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-int-or-string": true },
        [
          ".properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
          ".x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true",
        ],
      ],
      [
        { type: "string", "x-kubernetes-embedded-resource": true },
        [
          ".properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
          '.type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
        ],
      ],
      [{ type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true }, []],
      [{ type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "string" } } }, []],
      [
        {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          properties: { metadata: { type: "object", properties: { name: { type: "string", pattern: "a" } } } },
        },
        [],
      ],
      [
        { "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
        [".type: Required value: must be object if x-kubernetes-embedded-resource is true"],
      ],
      [
        { type: "array", "x-kubernetes-embedded-resource": true, items: { type: "string" } },
        [
          ".properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
          '.type: Invalid value: "array": must be object if x-kubernetes-embedded-resource is true',
        ],
      ],
      [
        {
          type: "nope",
          id: "x",
          pattern: "[",
          $ref: "q",
          uniqueItems: true,
          additionalItems: true,
          patternProperties: { a: { type: "string" } },
          definitions: { a: {} },
          dependencies: { a: ["b"] },
          items: [{ type: "string" }],
          "x-kubernetes-preserve-unknown-fields": false,
          "x-kubernetes-map-type": "x",
          "x-kubernetes-list-type": "y",
          "x-kubernetes-list-map-keys": ["a"],
          properties: { z: { type: "null" } },
          additionalProperties: { type: "null" },
          not: { type: "null" },
          allOf: [{ id: "1" }],
          oneOf: [{ id: "2" }],
          anyOf: [{ id: "3" }],
        },
        [
          '.type: Unsupported value: "nope": supported values: "array", "boolean", "integer", "number", "object", "string"',
          ".id: Forbidden: id is not supported",
          ".additionalItems: Forbidden: additionalItems is not supported",
          ".patternProperties: Forbidden: patternProperties is not supported",
          ".definitions: Forbidden: definitions is not supported",
          ".dependencies: Forbidden: dependencies is not supported",
          ".$ref: Forbidden: $ref is not supported",
          ".items: Forbidden: items must be a schema object and not an array",
          ".uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
          ".additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
          '.additionalProperties.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
          ".additionalProperties.type: Forbidden: type cannot be set to null, use nullable as an alternative",
          '.properties[z].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
          ".properties[z].type: Forbidden: type cannot be set to null, use nullable as an alternative",
          '.not.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
          ".not.type: Forbidden: type cannot be set to null, use nullable as an alternative",
          ".allOf[0].id: Forbidden: id is not supported",
          ".oneOf[0].id: Forbidden: id is not supported",
          ".anyOf[0].id: Forbidden: id is not supported",
          ".x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined",
          '.type: Invalid value: "nope": must be object if x-kubernetes-map-type is specified',
          '.x-kubernetes-map-type: Unsupported value: "x": supported values: "atomic", "granular"',
          '.type: Invalid value: "nope": must be array if x-kubernetes-list-type is specified',
          '.x-kubernetes-list-type: Unsupported value: "y": supported values: "atomic", "set", "map"',
          '.x-kubernetes-list-type: Invalid value: "y": must be map if x-kubernetes-list-map-keys is non-empty',
        ],
      ],
      [
        { type: "array", pattern: "[", nullable: true },
        [
          ".items: Required value: must be specified",
          '.pattern: Invalid value: "[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
        ],
      ],
      [
        { type: "null", pattern: "[" },
        [
          '.pattern: Invalid value: "[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
          '.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
          ".type: Forbidden: type cannot be set to null, use nullable as an alternative",
        ],
      ],
      [
        { type: "array", items: { type: "string" }, uniqueItems: true, pattern: "[" },
        [
          '.pattern: Invalid value: "[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
          ".uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
        ],
      ],
      [
        {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          properties: {
            metadata: { type: "object", properties: { labels: { type: "object" } } },
            kind: { type: "integer" },
            apiVersion: { type: "string" },
          },
        },
        ['.properties[kind].type: Invalid value: "integer": must be string'],
      ],
      [{ type: "object", properties: { metadata: { type: "integer" } } }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(withField(patch))).toEqual(
        errors.map((error) => `spec.validation.openAPIV3Schema.properties[a]${error}`),
      );
    });
  });
});
