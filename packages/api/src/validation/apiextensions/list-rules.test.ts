import { describe, expect, it } from "vitest";
import { fooDefinition, withField } from "../testing/custom-resource-definition.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("lists and maps", () => {
  const judged = judgeKind(fooDefinition);

  describe("a field", () => {
    it.each<[object, readonly string[]]>([
      [
        { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "x" },
        ['.x-kubernetes-list-type: Unsupported value: "x": supported values: "atomic", "set", "map"'],
      ],
      [{ type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" }, []],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } } },
          "x-kubernetes-list-type": "set",
        },
        [
          '.items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
        ],
      ],
      [
        {
          type: "array",
          items: { type: "object", "x-kubernetes-map-type": "atomic", properties: { b: { type: "string" } } },
          "x-kubernetes-list-type": "set",
        },
        [],
      ],
      [{ type: "array", items: { type: "array", items: { type: "string" } }, "x-kubernetes-list-type": "set" }, []],
      [
        {
          type: "array",
          items: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "atomic" },
          "x-kubernetes-list-type": "set",
        },
        [],
      ],
      [
        { type: "array", items: { type: "string", nullable: true }, "x-kubernetes-list-type": "set" },
        [".items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set"],
      ],
      [
        { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "map" },
        [
          ".x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
          '.items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
        ],
      ],
      [
        {
          type: "array",
          items: { type: "string" },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        ['.items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map'],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } } },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        [
          ".items.properties[b].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
        ],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        [],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b", "b"],
        },
        ['.x-kubernetes-list-map-keys: Invalid value: []string{"b", "b"}: must not contain duplicate entries'],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["c"],
        },
        ['.x-kubernetes-list-map-keys: Invalid value: []string{"c"}: entries must all be names of item properties'],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string", default: "x" } } },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        [],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "object" } }, required: ["b"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        [
          '.items.properties[b].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
        ],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string", nullable: true } }, required: ["b"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        [
          ".items.properties[b].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
        ],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": [],
        },
        [".x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map"],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
          "x-kubernetes-list-map-keys": ["b"],
        },
        [".x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty"],
      ],
      [
        {
          type: "array",
          items: { type: "object", properties: { b: { type: "string" } }, required: ["b"] },
          "x-kubernetes-list-type": "atomic",
          "x-kubernetes-list-map-keys": ["b"],
        },
        ['.x-kubernetes-list-type: Invalid value: "atomic": must be map if x-kubernetes-list-map-keys is non-empty'],
      ],
      [
        {
          type: "array",
          items: {
            type: "object",
            properties: { b: { type: "integer" }, c: { type: "boolean" } },
            required: ["b", "c"],
            nullable: true,
          },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b", "c"],
        },
        [".items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map"],
      ],
      [
        { type: "string", "x-kubernetes-list-type": "set" },
        ['.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified'],
      ],
      [
        { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "" },
        ['.x-kubernetes-list-type: Unsupported value: "": supported values: "atomic", "set", "map"'],
      ],
      [
        {
          type: "array",
          items: { type: "object", additionalProperties: { type: "string" } },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        ['.x-kubernetes-list-map-keys: Invalid value: []string{"b"}: entries must all be names of item properties'],
      ],
      [
        {
          type: "array",
          items: {
            type: "object",
            "x-kubernetes-map-type": "atomic",
            properties: { b: { type: "string" } },
            required: ["b"],
          },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b"],
        },
        [],
      ],
      [
        { type: "object", "x-kubernetes-map-type": "x" },
        ['.x-kubernetes-map-type: Unsupported value: "x": supported values: "atomic", "granular"'],
      ],
      [{ type: "object", "x-kubernetes-map-type": "granular" }, []],
      [
        { type: "string", "x-kubernetes-map-type": "atomic" },
        ['.type: Invalid value: "string": must be object if x-kubernetes-map-type is specified'],
      ],
      [
        { type: "object", "x-kubernetes-map-type": "" },
        ['.x-kubernetes-map-type: Unsupported value: "": supported values: "atomic", "granular"'],
      ],
      [
        { "x-kubernetes-int-or-string": true, "x-kubernetes-map-type": "atomic" },
        [".type: Required value: must be object if x-kubernetes-map-type is specified"],
      ],
      [
        {
          type: "array",
          items: { type: "string" },
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["a"],
        },
        ['.items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map'],
      ],
      [
        { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"] },
        [
          ".items: Required value: must be specified",
          ".items: Required value: must have a schema if x-kubernetes-list-type is map",
        ],
      ],
      [
        {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["a"],
          items: [{ type: "string" }],
        },
        [
          ".items: Forbidden: items must be a schema object and not an array",
          '.items: Invalid value: [{"type":"string"}]: must only have a single schema if x-kubernetes-list-type is map',
        ],
      ],
      [
        { type: "array", "x-kubernetes-list-type": "map" },
        [
          ".items: Required value: must be specified",
          ".x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
          ".items: Required value: must have a schema if x-kubernetes-list-type is map",
        ],
      ],
      [
        {
          type: "array",
          "x-kubernetes-list-type": "set",
          items: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
        },
        [
          '.items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
        ],
      ],
      [
        {
          type: "array",
          "x-kubernetes-list-type": "set",
          items: { type: "object", "x-kubernetes-map-type": "granular" },
        },
        [
          '.items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
        ],
      ],
      [{ type: "array", "x-kubernetes-list-type": "set", items: { "x-kubernetes-preserve-unknown-fields": true } }, []],
      [{ type: "array", "x-kubernetes-list-type": "set" }, [".items: Required value: must be specified"]],
      [
        {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b", "c"],
          items: { type: "object", properties: { b: { type: "object" }, c: { type: "string", nullable: true } } },
        },
        [
          '.items.properties[b].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
          ".items.properties[b].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
          ".items.properties[c].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
          ".items.properties[c].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
        ],
      ],
      [
        {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["b", "z"],
          items: { type: "object", properties: { b: { type: "array", items: { type: "string" } } } },
        },
        [
          '.items.properties[b].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
          '.x-kubernetes-list-map-keys: Invalid value: []string{"b", "z"}: entries must all be names of item properties',
          ".items.properties[b].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
        ],
      ],
      [{ type: "array", "x-kubernetes-list-type": "set", items: { type: "string" }, default: ["a", "a"] }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(withField(patch))).toEqual(
        errors.map((error) => `spec.validation.openAPIV3Schema.properties[a]${error}`),
      );
    });
  });
});
