import { kubernetesDialect } from "@svc/meta";
import type { Expressions } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { judge } from "../testing/judge.ts";
import { apiextensionsValidation } from "./index.ts";

/**
 * A language of few words: a word is of the type that it names; `<type> <cost>` costs, and `old` is
 * of the value before.
 */
const expressions: Expressions = {
  devices: () => {
    throw new TypeError("nothing is asked of devices");
  },
  admission: () => {
    throw new TypeError("nothing is asked of requests");
  },
  failures: () => [],
  values: (schema) =>
    schema["type"] === undefined
      ? undefined
      : {
          compile: (text) => {
            const [type = "", cost = "1", ...rest] = text.split(" ");
            if (type === "wrong") return { error: "no such word" };
            if (cost === "stuck") return { error: "it cannot run", type };
            return { type, maxCost: Number(cost), usesOldValue: rest.includes("old") };
          },
        },
};
const root = "spec.validation.openAPIV3Schema";
const advice =
  "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";

function errorsOf(schema: object): readonly string[] {
  const judged = judge(apiextensionsValidation(kubernetesDialect, expressions)["CustomResourceDefinition"], {
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
      conversion: { strategy: "None" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
    status: { storedVersions: ["v1"] },
  });
  return judged.create({});
}

const field = (schema: object): object => ({ type: "object", properties: { a: schema } });
const rules = (...list: readonly object[]): object => ({ "x-kubernetes-validations": list });

describe("of a field", () => {
  const at = `${root}.properties[a].x-kubernetes-validations`;
  it.each<[object, readonly string[]]>([
    [{ rule: "bool" }, []],
    [{ rule: "wrong" }, ['[0].rule: Invalid value: {"rule":"wrong"}: compilation failed: no such word']],
    [
      { rule: "bool stuck" },
      ['[0].rule: Invalid value: {"rule":"bool stuck"}: program instantiation failed: it cannot run'],
    ],
    [{ rule: "int stuck" }, ['[0].rule: Invalid value: {"rule":"int stuck"}: cel expression must evaluate to a bool']],
    [
      { rule: "bool", messageExpression: "string stuck" },
      [
        '[0].messageExpression: Invalid value: {"rule":"bool","messageExpression":"string stuck"}: messageExpression instantiation failed: it cannot run',
      ],
    ],
    [{ rule: "int" }, ['[0].rule: Invalid value: {"rule":"int"}: cel expression must evaluate to a bool']],
    [{ rule: "bool", messageExpression: "string" }, []],
    [
      { rule: "bool", messageExpression: "int" },
      [
        '[0].messageExpression: Invalid value: {"rule":"bool","messageExpression":"int"}: messageExpression must evaluate to a string',
      ],
    ],
    [
      { rule: "wrong", messageExpression: "wrong" },
      ['[0].rule: Invalid value: {"rule":"wrong","messageExpression":"wrong"}: compilation failed: no such word'],
    ],
    [
      { rule: "bool", optionalOldSelf: true },
      ["[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule"],
    ],
    [{ rule: "bool 1 old", optionalOldSelf: true }, []],
    [{ rule: "bool 10000000" }, []],
    [
      { rule: "bool 12345678" },
      [`[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.234568x ${advice}`],
    ],
    [
      { rule: "bool 45000000" },
      [`[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 4.5x ${advice}`],
    ],
    [
      { rule: "bool", messageExpression: "string 45000000" },
      [`[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of 4.5x ${advice}`],
    ],
    [{ rule: "" }, ["[0].rule: Required value: rule is not specified"]],
    [{ rule: "wrong", message: " " }, ['[0].message: Invalid value: " ": message must be non-empty if specified']],
  ])("%j", (rule, errors) => {
    expect(errorsOf(field({ type: "string", ...rules(rule) }))).toEqual(errors.map((error) => at + error));
  });

  it("without a type", () => {
    expect(errorsOf(field({ "x-kubernetes-preserve-unknown-fields": true, ...rules({ rule: "bool" }) }))).toEqual([
      `${at}: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations`,
    ]);
  });
});

describe("of many values", () => {
  const list = (more: object, item: object): object =>
    field({ type: "array", items: { type: "string", ...item }, ...more });
  const at = `${root}.properties[a].items.x-kubernetes-validations[0].rule`;

  it("a rule costs as often as it can run", () => {
    expect(errorsOf(list({ maxItems: 10 }, rules({ rule: "bool 1000000" })))).toEqual([]);
    expect(errorsOf(list({ maxItems: 40 }, rules({ rule: "bool 1000000" })))).toEqual([
      `${at}: Forbidden: estimated rule cost exceeds budget by factor of 4.0x ${advice}`,
    ]);
    expect(errorsOf(list({}, rules({ rule: "bool 20" })))).toEqual([
      `${at}: Forbidden: estimated rule cost exceeds budget by factor of 2.1x ${advice}`,
    ]);
  });

  it("a message costs once", () => {
    expect(errorsOf(list({}, rules({ rule: "bool 1", messageExpression: "string 1000000" })))).toEqual([]);
  });

  it("the one before must be known", () => {
    expect(errorsOf(list({}, rules({ rule: "bool 1 old" })))).toEqual([
      `${at}: Invalid value: "bool 1 old": oldSelf cannot be used on the uncorrelatable portion of the schema within ${root}.properties[a]`,
    ]);
  });
});

it("all together cost no more than a limit: the dearest are named", () => {
  const fields = Object.fromEntries(
    [...Array(15).keys()].map((i) => [`f${i}`, { type: "string", ...rules({ rule: `bool ${9_000_000 - i}` }) }]),
  );
  const place = (i: number): string => `${root}.properties[f${i}].x-kubernetes-validations[0].rule`;
  expect(errorsOf({ type: "object", properties: fields })).toEqual([
    ...[0, 1, 2, 3].map(
      (i) =>
        `${place(i)}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    ),
    `${root}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.349999x ${advice}`,
  ]);
});

it("rules that cost less than a hundredth of the limit are not named", () => {
  const priced = (cost: number): object => ({ type: "string", ...rules({ rule: `bool ${cost}` }) });
  const fields = { a: priced(999_999), b: priced(1_000_000), c: priced(200_000_000) };
  expect(errorsOf({ type: "object", properties: fields }).filter((error) => error.includes("contributed"))).toEqual(
    ["c", "b"].map((name) => expect.stringContaining(`properties[${name}]`)),
  );
});

it("where schemas are wrong, rules are not looked at", () => {
  const uniqueItems = { type: "array", uniqueItems: true, items: { type: "string" } };
  const wrong = rules({ rule: "wrong" });
  expect(errorsOf({ type: "object", properties: { a: uniqueItems, b: { type: "string" } }, ...wrong })).toHaveLength(1);
  expect(errorsOf({ type: "object", properties: { a: uniqueItems, b: { type: "string", ...wrong } } })).toHaveLength(2);
  expect(errorsOf({ type: "object", properties: { a: {}, b: { type: "string", ...wrong } } })).toHaveLength(1);
});

describe("beside other mistakes", () => {
  const wrong = { a: { type: "string", ...rules({ rule: "wrong" }) } };
  const uncompiled = `${root}.properties[a].x-kubernetes-validations[0].rule: Invalid value: {"rule":"wrong"}: compilation failed: no such word`;

  it.each<[string, object, readonly string[]]>([
    ["of the root", { nullable: true }, [`${root}.nullable: Forbidden: nullable cannot be true at the root`]],
    [
      "of the object's identity",
      { properties: { ...wrong, kind: { type: "string", default: "Foo" } } },
      [`${root}.properties[kind].default: Forbidden: must not be set in top-level kind`],
    ],
  ])("%s rules are compiled", (_, more, errors) => {
    expect(errorsOf({ type: "object", properties: wrong, ...more })).toEqual([...errors, uncompiled]);
  });

  it.each<[string, object, readonly string[]]>([
    [
      "of structure",
      { type: "" },
      [`${root}.properties[b].type: Required value: must not be empty for specified object fields`],
    ],
    [
      "of a default",
      { default: 1 },
      [`${root}.properties[b].default: Invalid value: "integer":  in body must be of type string: "integer"`],
    ],
    ["of an unsupported member", { id: "a" }, [`${root}.properties[b].id: Forbidden: id is not supported`]],
  ])("%s rules are not compiled", (_, b, errors) => {
    expect(errorsOf({ type: "object", properties: { ...wrong, b: { type: "string", ...b } } })).toEqual(errors);
  });

  it.each<[string, string, object, readonly string[]]>([
    ["of a map", ".m.x", {}, []],
    ["of a map with named fields", ".both.x", {}, ["fieldPath must be a valid path"]],
    ["of members of any type", ".free.x", {}, []],
    ["of an unknown field", ".x", {}, ["fieldPath must be a valid path"]],
    ["where no path can be followed", ".x", { id: "a" }, []],
  ])("the field path %s", (_, fieldPath, more, problems) => {
    const values = { type: "object", additionalProperties: { type: "string" } };
    const properties = {
      m: values,
      both: { ...values, properties: wrong },
      free: { ...values, additionalProperties: true },
    };
    const schema = { type: "object", properties, ...more, ...rules({ rule: "bool", fieldPath }) };
    const found = errorsOf(field(schema)).filter((error) => error.includes("fieldPath"));
    const at = `${root}.properties[a].x-kubernetes-validations[0].fieldPath`;
    expect(found).toEqual(problems.map((problem) => `${at}: Invalid value: "${fieldPath}": ${problem}`));
  });
});
