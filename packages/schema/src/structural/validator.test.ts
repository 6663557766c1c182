import { causeOf, fieldErrorText, type JsonValue, kubernetesDialect, required } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { fromOpenApi } from "./from-openapi.ts";
import { createValidator, validate } from "./validator.ts";

/** A schema whose spec has one field, `v`. */
function schemaOf(v: JsonValue): ReturnType<typeof fromOpenApi> {
  return fromOpenApi(
    { type: "object", properties: { spec: { type: "object", properties: { v } } } },
    { dialect: kubernetesDialect },
  );
}

function errorsOf(v: JsonValue, value: unknown): readonly string[] {
  return validate(schemaOf(v), { spec: { v: value } }).map(fieldErrorText);
}

const text = { type: "string" };

describe("messages", () => {
  const at = "spec.v";
  const cases: readonly [name: string, schema: JsonValue, value: unknown, want: readonly string[]][] = [
    ["type", text, 1, [`${at}: Invalid value: "integer": spec.v in body must be of type string: "integer"`]],
    [
      "a fraction",
      { type: "integer" },
      1.5,
      [`${at}: Invalid value: "number": spec.v in body must be of type integer: "number"`],
    ],
    [
      "beyond 64 bits",
      { type: "integer" },
      2n ** 63n,
      [`${at}: Invalid value: "number": spec.v in body must be of type integer: "number"`],
    ],
    ["within 64 bits", { type: "integer" }, 2n ** 63n - 1n, []],
    ["a large integer, as a bigint", { type: "integer" }, 10n ** 18n, []],
    ["the largest exact integer with a fraction of zero", { type: "integer" }, 2 ** 53 - 1, []],
    ...[2 ** 53, -(2 ** 53), 1e18].map((large): [string, JsonValue, unknown, string[]] => [
      `a large integer in floating-point form, ${large}`,
      { type: "integer" },
      large,
      [`${at}: Invalid value: "number": spec.v in body must be of type integer: "number"`],
    ]),
    ["such a large integer as a number", { type: "number" }, 1e18, []],
    [
      "such a large integer beyond a bound",
      { type: "number", maximum: 5 },
      1e18,
      [`${at}: Invalid value: 1e+18: spec.v in body should be less than or equal to 5`],
    ],
    [
      "an integer of that size beyond a bound",
      { type: "integer", maximum: 5 },
      10n ** 18n,
      [`${at}: Invalid value: 1000000000000000000: spec.v in body should be less than or equal to 5`],
    ],
    ["null", text, null, [`${at}: Invalid value: "null": spec.v in body must be of type string: "null"`]],
    ["null that may be", { ...text, nullable: true, minLength: 3 }, null, []],
    [
      "number or text",
      { "x-kubernetes-int-or-string": true },
      true,
      [`${at}: Invalid value: "boolean": spec.v in body must be of type integer,string: "boolean"`],
    ],
    ["enum", { ...text, enum: ["b", "a"] }, "c", [`${at}: Unsupported value: "c": supported values: "b", "a"`]],
    [
      "enum of objects",
      { type: "object", enum: [{ a: 1 }] },
      { b: [2] },
      [`${at}: Unsupported value: map[string]interface {}{"b":[]interface {}{2}}: supported values: "{\\"a\\":1}"`],
    ],
    ["maxLength", { ...text, maxLength: 3 }, "éééé", [`${at}: Too long: may not be more than 3 bytes`]],
    ["maxLength in characters", { ...text, maxLength: 3 }, "ééé", []],
    [
      "minLength before pattern",
      { ...text, minLength: 2, pattern: "b" },
      "a",
      [`${at}: Invalid value: "a": spec.v in body should be at least 2 chars long`],
    ],
    ["pattern", { ...text, pattern: "^a+$" }, "b", [`${at}: Invalid value: "b": spec.v in body should match '^a+$'`]],
    [
      "format",
      { ...text, format: "date-time" },
      "x",
      [`${at}: Invalid value: "x": spec.v in body must be of type date-time: "x"`],
    ],
    [
      "format of a number",
      { ...text, format: "ipv4" },
      7,
      [`${at}: Invalid value: "int64": spec.v in body must be of type ipv4: "int64"`],
    ],
    ["an unknown format", { ...text, format: "cheese" }, "x", []],
    [
      "minimum",
      { type: "integer", minimum: 2 },
      1,
      [`${at}: Invalid value: 1: spec.v in body should be greater than or equal to 2`],
    ],
    [
      "exclusive",
      { type: "number", maximum: 5, exclusiveMaximum: true },
      5,
      [`${at}: Invalid value: 5: spec.v in body should be less than 5`],
    ],
    ["bounds of integers are integers", { type: "number", minimum: 2.5 }, 2, []],
    [
      "large bounds",
      { type: "number", maximum: 1e10 },
      1e22,
      [`${at}: Invalid value: 1e+22: spec.v in body should be less than or equal to 1e+10`],
    ],
    [
      "multipleOf",
      { type: "number", multipleOf: 2.5 },
      0.1,
      [`${at}: Invalid value: 0.1: spec.v in body should be a multiple of 2.5`],
    ],
    [
      "minItems",
      { type: "array", items: text, minItems: 2 },
      ["a"],
      [`${at}: Invalid value: 1: spec.v in body should have at least 2 items`],
    ],
    [
      "maxItems after items",
      { type: "array", items: text, maxItems: 1 },
      ["a", 2],
      [
        `spec.v[1]: Invalid value: "integer": spec.v[1] in body must be of type string: "integer"`,
        `${at}: Too many: 2: must have at most 1 items`,
      ],
    ],
    [
      "minProperties",
      { type: "object", minProperties: 1 },
      {},
      [`${at}: Invalid value: 0: spec.v in body should have at least 1 properties`],
    ],
    [
      "maxProperties",
      { type: "object", additionalProperties: text, maxProperties: 1 },
      { a: "", b: "" },
      [`${at}: Too many: 2: must have at most 1 items`],
    ],
    [
      "several required, in the order of their names in the schema, each once",
      { type: "object", required: ["z", "u", "a", "z"], properties: { a: text, z: text } },
      {},
      ["spec.v.z: Required value", "spec.v.u: Required value", "spec.v.a: Required value"],
    ],
    [
      "required, after members that are wrong",
      { type: "object", required: ["z", "a"], properties: { a: text, z: text } },
      { a: 1 },
      [
        'spec.v.a: Invalid value: "integer": spec.v.a in body must be of type string: "integer"',
        "spec.v.z: Required value",
      ],
    ],
    ["required", { type: "object", required: ["a"], properties: { a: text } }, {}, ["spec.v.a: Required value"]],
    [
      "required without a field",
      { type: "object", required: ["a"], additionalProperties: text },
      {},
      ["spec.v.a: Required value"],
    ],
    [
      "map values",
      { type: "object", additionalProperties: { type: "integer" } },
      { "a.b": "x" },
      [`spec.v.a.b: Invalid value: "string": spec.v.a.b in body must be of type integer: "string"`],
    ],
    [
      "anyOf shows the furthest",
      {
        type: "object",
        properties: { a: text, b: { type: "integer" } },
        anyOf: [{ required: ["a"] }, { required: ["b"], properties: { b: { minimum: 5 } } }],
      },
      { b: 3 },
      [
        `<nil>: Invalid value: "": "spec.v" must validate at least one schema (anyOf)`,
        "spec.v.b: Invalid value: 3: spec.v.b in body should be greater than or equal to 5",
      ],
    ],
    [
      "anyOf counts what parts of a branch match",
      {
        type: "object",
        properties: { a: text },
        anyOf: [{ not: { required: ["a"] } }, { allOf: [{ required: ["b"] }] }],
      },
      { a: "x" },
      [
        `<nil>: Invalid value: "": "spec.v" must validate at least one schema (anyOf)`,
        "spec.v.b: Required value",
        `<nil>: Invalid value: "": "spec.v" must validate all the schemas (allOf). None validated`,
      ],
    ],
    [
      "anyOf counts a text also where it fails",
      {
        type: "object",
        properties: { a: text },
        anyOf: [{ required: ["b"] }, { properties: { a: { maxLength: 1 } } }],
      },
      { a: "xx" },
      [
        `<nil>: Invalid value: "": "spec.v" must validate at least one schema (anyOf)`,
        "spec.v.a: Too long: may not be more than 1 bytes",
      ],
    ],
    [
      "an item that is null has no alternatives",
      { type: "array", items: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, text] } },
      [null],
      [`${at}[0]: Invalid value: "null": spec.v[0] in body must be of type integer,string: "null"`],
    ],
    [
      "a field that is null has alternatives",
      { type: "object", properties: { a: { ...text, not: { maxLength: 9 } } } },
      { a: null },
      [
        `${at}.a: Invalid value: "null": spec.v.a in body must be of type string: "null"`,
        `<nil>: Invalid value: "": "spec.v.a" must not validate the schema (not)`,
      ],
    ],
    [
      "oneOf without a match",
      { ...text, oneOf: [{ minLength: 3 }, { pattern: "^x" }] },
      "a",
      [
        `<nil>: Invalid value: "": "spec.v" must validate one and only one schema (oneOf). Found none valid`,
        `${at}: Invalid value: "a": spec.v in body should be at least 3 chars long`,
      ],
    ],
    [
      "oneOf with two",
      { ...text, oneOf: [{ minLength: 3 }, { pattern: "^x" }] },
      "xaa",
      [`<nil>: Invalid value: "": "spec.v" must validate one and only one schema (oneOf). Found 2 valid alternatives`],
    ],
    [
      "allOf",
      { ...text, allOf: [{ minLength: 2 }, { pattern: "^x" }] },
      "a",
      [
        `${at}: Invalid value: "a": spec.v in body should be at least 2 chars long`,
        `${at}: Invalid value: "a": spec.v in body should match '^x'`,
        `<nil>: Invalid value: "": "spec.v" must validate all the schemas (allOf). None validated`,
      ],
    ],
    [
      "the same error of two branches",
      { ...text, allOf: [{ minLength: 2 }, { minLength: 2 }] },
      "a",
      [
        `${at}: Invalid value: "a": spec.v in body should be at least 2 chars long`,
        `<nil>: Invalid value: "": "spec.v" must validate all the schemas (allOf). None validated`,
      ],
    ],
    [
      "not",
      { ...text, not: { pattern: "x" } },
      "x",
      [`<nil>: Invalid value: "": "spec.v" must not validate the schema (not)`],
    ],
    [
      "set",
      { type: "array", items: text, "x-kubernetes-list-type": "set" },
      ["a", "b", "a", "b", "a"],
      [`spec.v[2]: Duplicate value: "a"`, `spec.v[3]: Duplicate value: "b"`],
    ],
    [
      "map of keys",
      {
        type: "array",
        items: { type: "object", properties: { k: text, n: { type: "integer" } } },
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["n", "k"],
      },
      [{ k: "a", n: 1 }, { k: "a" }, { k: "a", n: 1 }],
      [`spec.v[2]: Duplicate value: map[string]interface {}{"k":"a", "n":1}`],
    ],
    ["anything", { "x-kubernetes-preserve-unknown-fields": true }, { a: [null] }, []],
  ];
  for (const [name, schema, value, want] of cases) {
    it(name, () => {
      expect(errorsOf(schema, value)).toEqual(want);
    });
  }
});

it("has the reasons that clients test", () => {
  const of = (schema: JsonValue, value: unknown): unknown =>
    validate(schemaOf(schema), { spec: { v: value } }).map((e) => causeOf(e).reason)[0];
  expect(of(text, 1)).toBe("FieldValueTypeInvalid");
  expect(of({ ...text, maxLength: 1 }, "aa")).toBe("FieldValueTooLong");
  expect(of({ type: "array", maxItems: 0, items: text }, [""])).toBe("FieldValueTooMany");
});

describe("objects within objects", () => {
  const schema = schemaOf({
    type: "object",
    additionalProperties: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
  });
  const check = createValidator(schema, {
    checkMetadata: ({ name }, path) => (name === undefined ? [required(`${path}.name`)] : []),
  });

  it("must have a type and metadata", () => {
    const object = { spec: { v: { k: { kind: "P d", metadata: {} } } } };
    const errors = check.validate(object).map(fieldErrorText);
    expect(errors).toEqual([
      "spec.v[k].apiVersion: Required value: must not be empty",
      expect.stringMatching(
        /^spec.v\[k\].kind: Invalid value: "P d": may have mixed case, but should otherwise match: /,
      ),
      "spec.v[k].metadata.name: Required value",
    ]);
  });

  it("may be of any kind", () => {
    expect(check.validate({ spec: { v: { k: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" } } } } })).toEqual(
      [],
    );
  });
});

it("checks metadata only where the schema narrows it", () => {
  const schema = fromOpenApi(
    {
      type: "object",
      properties: { metadata: { type: "object", properties: { name: { type: "string", maxLength: 3 } } } },
    },
    { dialect: kubernetesDialect },
  );
  const metadata = { name: "long", creationTimestamp: null, finalizers: ["a", "a"] };
  expect(validate(schema, { metadata }).map(fieldErrorText)).toEqual([
    "metadata.name: Too long: may not be more than 3 bytes",
  ]);
});

describe("updates", () => {
  const items = { type: "object", properties: { k: text, v: { ...text, maxLength: 1 } } };
  const schema = schemaOf({
    type: "object",
    required: ["c"],
    properties: {
      a: { ...text, maxLength: 1 },
      list: { type: "array", items: { ...text, maxLength: 1 } },
      byKey: {
        type: "array",
        items,
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        maxItems: 1,
      },
      set: { type: "array", items: text, "x-kubernetes-list-type": "set" },
    },
  });
  const validator = createValidator(schema);
  const old = {
    a: "long",
    list: ["long"],
    byKey: [
      { k: "1", v: "long" },
      { k: "2", v: "long" },
    ],
    set: ["a", "a"],
  };
  const cases: readonly [name: string, change: Readonly<Record<string, unknown>>, fields: readonly string[]][] = [
    ["nothing", {}, []],
    ["the field itself", { a: "longer" }, ["spec.v.a", "spec.v.c"]],
    ["beside it", { list: ["b"] }, ["spec.v.c"]],
    ["items have no past", { list: ["long", "b"] }, ["spec.v.list[0]", "spec.v.c"]],
    ["items with keys have", { byKey: [old.byKey[0]] }, ["spec.v.c"]],
    ["in another order", { byKey: [old.byKey[1], old.byKey[0]] }, ["spec.v.c"]],
    ["sets that were none", { set: ["b", "b"] }, ["spec.v.c"]],
  ];
  for (const [name, change, fields] of cases) {
    it(`new errors are reported: ${name}`, () => {
      const errors = validator.validate({ spec: { v: { ...old, ...change } } }, { spec: { v: old } });
      expect(errors.map((e) => e.field)).toEqual(fields);
    });
  }
});

describe("an unchanged value that breaks a stricter schema", () => {
  const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const byKey = { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], maxItems: 0 };
  const item = { type: "object", properties: { k: text, v: text } };
  it.each<[name: string, schema: JsonValue, value: unknown, stays: boolean]>([
    ["an object of declared fields", { ...free, properties: { a: text }, maxProperties: 0 }, { a: "x" }, true],
    ["an object with other fields", { ...free, properties: { a: text }, maxProperties: 0 }, { b: "x" }, false],
    ["an empty object", { ...free, required: ["a"] }, {}, true],
    ["any value that is an object", { "x-kubernetes-preserve-unknown-fields": true, required: ["a"] }, { b: 1 }, false],
    ["any value that is text", { "x-kubernetes-preserve-unknown-fields": true, maxLength: 1 }, "long", true],
    [
      "a map of other objects",
      { type: "object", additionalProperties: free, maxProperties: 0 },
      { a: { b: 1 } },
      false,
    ],
    ["a map of any values", { type: "object", additionalProperties: true, maxProperties: 0 }, { a: 1 }, false],
    ["a list of other objects", { type: "array", items: free, maxItems: 0 }, [{ b: 1 }], true],
    [
      "an object around other objects",
      { type: "object", properties: { a: free }, maxProperties: 0 },
      { a: { b: 1 } },
      false,
    ],
    ["a list with keys", { ...byKey, items: item }, [{ k: "a" }, { k: "b" }], true],
    ["a list without keys", { ...byKey, items: item }, [{ v: "a" }], false],
    ["a list with an empty key", { ...byKey, items: item }, [{ k: null }], false],
    ["a list with one key twice", { ...byKey, items: item }, [{ k: "a" }, { k: "a", v: "b" }], false],
    ["a list with one item twice", { ...byKey, items: item }, [{ k: "a" }, { k: "a" }], true],
    ["a list with other objects", { ...byKey, items: { ...free, properties: { k: text } } }, [{ k: "a", b: 1 }], false],
    ["an embedded object", { ...free, "x-kubernetes-embedded-resource": true, maxProperties: 0 }, { kind: "A" }, false],
  ])("%s", (_, schema, value, stays) => {
    const validator = createValidator(schemaOf({ type: "object", properties: { a: schema, b: text } }));
    const spec = { v: { a: value, b: "old" } };
    const [shared, copied] = [value, structuredClone(value)].map((a) =>
      validator.validateShape({ spec: { v: { a, b: "new" } } }, { spec }).filter(({ field }) => field !== ""),
    );
    expect([shared?.length === 0, copied?.length === 0]).toEqual([stays, stays]);
  });
});

it("runs patterns in linear time", () => {
  expect(errorsOf({ ...text, pattern: "^(a+)+$" }, `${"a".repeat(50_000)}b`)).toHaveLength(1);
});

it("refuses invalid patterns", () => {
  expect(() => errorsOf({ ...text, pattern: "(" }, "")).toThrow(TypeError);
});
