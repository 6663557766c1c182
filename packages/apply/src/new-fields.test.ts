import type { JsonValue } from "@svc/meta";
import { createStruct, type Field, type Schema } from "@svc/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareObjects } from "./changes.ts";
import { fieldKey } from "./field-key.ts";
import { difference, emptySet, exclude, type FieldSet, leaf, memberOf, sameSet, setOf } from "./field-set.ts";
import { ItemKeyError } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { hasNewFields, type Unowned } from "./new-fields.ts";
import { hasOutline, outlineOf } from "./outline.ts";
import { createShapes } from "./shape.ts";
import type { JsonMap } from "./value.ts";

const text: Schema = { type: "string" };
const field = (name: string, schema: Schema, presence: Field["presence"] = "omitEmpty"): Field => ({
  name,
  schema,
  presence,
});
const item = createStruct([
  field("k", text),
  field("v", text, "always"),
  field("n", { type: "integer", format: "int64" }, "omitEmpty"),
]);
const spec = createStruct([
  field("count", { type: "integer", format: "int64" }, "always"),
  field("maybe", text, "explicitAlways"),
  field("name", text),
  field("items", { type: "list", items: item, listType: "map", keys: ["k"] }),
  field("set", { type: "list", items: text, listType: "set" }),
  field("whole", { type: "list", items: text }),
  field("map", { type: "map", values: text }),
  field("inner", createStruct([field("a", text, "always"), field("b", text)]), "always"),
  field("free", { type: "any" }),
]);
const root = createStruct([
  field("kind", text),
  field("metadata", createStruct([field("name", text), field("labels", { type: "map", values: text })])),
  field("spec", spec, "always"),
  field("status", createStruct([field("phase", text)]), "always"),
]);

const word = fc.constantFrom("", "a", "b");
const anItem = fc.record({ k: fc.constantFrom("a", "b"), v: word, n: fc.nat(1) }, { requiredKeys: ["k"] });
const values = fc.record(
  {
    kind: fc.constant("Thing"),
    metadata: fc.record(
      { name: word, labels: fc.dictionary(fc.constantFrom("x", "__proto__"), word) },
      { requiredKeys: [] },
    ),
    spec: fc.record(
      {
        count: fc.nat(1),
        maybe: fc.option(word),
        name: word,
        items: fc.array(anItem, { maxLength: 3 }),
        set: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
        whole: fc.array(word, { maxLength: 2 }),
        map: fc.dictionary(fc.constantFrom("x", "y"), word),
        inner: fc.record({ a: word, b: word }, { requiredKeys: [] }),
        free: fc.jsonValue({ maxDepth: 2 }),
        undeclared: fc.constant({ a: [1] }),
      },
      { requiredKeys: [] },
    ),
    status: fc.record({ phase: word }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
) as unknown as fc.Arbitrary<JsonMap>;

const [kind, metadata, name, status, inner, specKey] = ["kind", "metadata", "name", "status", "inner", "spec"].map(
  fieldKey,
) as [string, string, string, string, string, string];
const unowned: readonly Unowned[] = [
  { paths: emptySet, trees: emptySet },
  {
    paths: nodeOf([
      [kind, leaf],
      [metadata, memberOf([[name as never, leaf]])],
    ]),
    trees: nodeOf([[status, leaf]]),
  },
  { paths: emptySet, trees: nodeOf([[specKey, nodeOf([[inner, leaf]])]]) },
];

function nodeOf(children: readonly (readonly [string, FieldSet])[]): FieldSet {
  return setOf(children as never) ?? emptySet;
}

/** True when a list has two items of one key: those are always collected anew. */
function hasTwins(value: JsonMap): boolean {
  const { items = [], set = [] } = (value["spec"] ?? {}) as {
    items?: readonly { readonly k: string }[];
    set?: readonly string[];
  };
  return [items.map(({ k }) => k), set].some((keys) => new Set(keys).size < keys.length);
}

describe.each(["typed", "structural"] as const)("of %s values", (semantics) => {
  const shape = createShapes({ semantics }).of(root);
  const fieldsOf = (value: JsonMap, { paths, trees }: Unowned): FieldSet =>
    difference(exclude(compareObjects(shape, { before: {}, after: value }).changed, trees), paths);

  test("incrementally derived fields of a new value equal the collected ones", () => {
    fc.assert(
      fc.property(values, values, fc.constantFrom(...unowned), (value, other, without) => {
        const [set, expected] = [fieldsOf(value, without), fieldsOf(other, without)];
        const has = hasNewFields(shape, value, { set: expected, ...without });
        if (has) expect(sameSet(set, expected)).toBe(true);
        if (hasTwins(value)) return;
        expect(hasNewFields(shape, value, { set, ...without })).toBe(true);
        expect(has).toBe(sameSet(set, expected));
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});

describe("of values with one outline", () => {
  const shape = createShapes({ semantics: "structural" }).of(root);
  const fieldsOf = (value: JsonMap): FieldSet => compareObjects(shape, { before: {}, after: value }).changed;

  /** The value with other texts, numbers and lists. */
  function renewed(value: JsonValue): JsonValue {
    if (isList(value)) return value.length === 0 ? ["new"] : [];
    if (isMap(value)) return renewedMembers(value);
    return typeof value === "string" ? `new ${value}` : 7;
  }

  function renewedMembers(value: JsonMap): JsonMap {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renewed(member)]));
  }

  test("owned fields are the same", () => {
    fc.assert(
      fc.property(values, values, (value, other) => {
        const outline = outlineOf(shape, value, { isLoose: false });
        if (outline === undefined) return;
        expect(hasOutline(outline, value)).toBe(true);
        const alike = renewedMembers(value);
        expect(hasOutline(outline, alike)).toBe(true);
        expect(sameSet(fieldsOf(alike), fieldsOf(value))).toBe(true);
        if (hasOutline(outline, other)) expect(sameSet(fieldsOf(other), fieldsOf(value))).toBe(true);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  test.each<[string, JsonMap, JsonMap]>([
    ["another name", { spec: { name: "a" } }, { spec: { maybe: "a" } }],
    ["a member more", { spec: { name: "a" } }, { spec: { name: "a", maybe: "a" } }],
    ["a member less", { spec: { name: "a", maybe: "a" } }, { spec: { name: "a" } }],
    ["a map in place of a text", { spec: { free: "a" } }, { spec: { free: {} } }],
    ["a text in place of a map", { spec: { inner: {} } }, { spec: { inner: "a" } }],
    ["a null in place of a map", { spec: {} }, { spec: null }],
  ])("%s is another outline", (_, value, other) => {
    const outline = outlineOf(shape, value, { isLoose: false });
    expect(outline && hasOutline(outline, other)).toBe(false);
  });

  test("items that have owners are not part of it", () => {
    expect(outlineOf(shape, { spec: { items: [{ k: "a" }] } }, { isLoose: false })).toBeUndefined();
    expect(outlineOf(shape, { spec: { set: ["a"] } }, { isLoose: false })).toBeUndefined();
  });
});

test("items without unique keys match no known fields", () => {
  const shape = createShapes({ semantics: "typed" }).of(root);
  const odd = { spec: { items: [null as JsonValue] } };
  expect(() => compareObjects(shape, { before: {}, after: odd })).toThrow(ItemKeyError);
  expect(hasNewFields(shape, odd, { set: emptySet, paths: emptySet, trees: emptySet })).toBe(false);
});
