import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareKeys } from "./field-key.ts";
import {
  difference,
  emptySet,
  exclude,
  type FieldSet,
  intersection,
  isSubset,
  leaf,
  pathsOf,
  sameSet,
  setOf,
  union,
} from "./field-set.ts";
import { createFieldSetParser, parseFieldsV1, storedFieldsV1 } from "./fields-v1.ts";

type Path = readonly string[];

/** A set of paths as a list of texts: the model. */
const step = fc.constantFrom("f:a", "f:b", 'k:{"n":"x"}', 'v:"y"', "i:0");
const path: fc.Arbitrary<Path> = fc.array(step, { minLength: 1, maxLength: 3 });
const paths = fc.uniqueArray(path, { selector: (p) => p.join("/"), maxLength: 8 });

function setFrom(all: readonly Path[]): FieldSet {
  return all
    .map((p) => p.reduceRight<FieldSet>((below, key) => setOf([[key, below]]) ?? emptySet, leaf))
    .reduce(union, emptySet);
}

const texts = (all: readonly Path[]): string[] => pathsOf(setFrom(all)).sort();
const joined = (all: readonly Path[]): Set<string> => new Set(all.map((p) => p.join("\n")));
const options = { seed: 1, numRuns: 500 };

describe("sets of fields are sets", () => {
  const operations: readonly (readonly [
    string,
    (a: FieldSet, b: FieldSet) => FieldSet,
    (a: readonly Path[], b: readonly Path[]) => readonly Path[],
  ])[] = [
    ["union", union, (a, b) => [...a, ...b.filter((p) => !joined(a).has(p.join("\n")))]],
    ["intersection", intersection, (a, b) => a.filter((p) => joined(b).has(p.join("\n")))],
    ["difference", difference, (a, b) => a.filter((p) => !joined(b).has(p.join("\n")))],
    ["exclude", exclude, (a, b) => a.filter((p) => !p.some((_, i) => joined(b).has(p.slice(0, i + 1).join("\n"))))],
  ];
  test.each(operations)("%s", (_, operation, model) => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        const result = operation(setFrom(a), setFrom(b));
        expect(pathsOf(result).sort()).toEqual(texts(model(a, b)));
        expect(sameSet(result, setFrom(model(a, b)))).toBe(true);
        expect(JSON.stringify(result)).toBe(JSON.stringify(setFrom(model(a, b))));
      }),
      options,
    );
  });
  test("subset", () => {
    fc.assert(
      fc.property(paths, paths, (a, b) => {
        expect(isSubset(setFrom(a), setFrom(b))).toBe(a.every((p) => joined(b).has(p.join("\n"))));
      }),
      options,
    );
  });
});

describe("fieldsV1", () => {
  test("parses its own output in any order of members", () => {
    fc.assert(
      fc.property(paths, (all) => {
        const set = setFrom(all);
        const shuffled = JSON.parse(JSON.stringify(setFrom([...all].reverse()))) as unknown;
        expect(JSON.stringify(parseFieldsV1(reversed(shuffled)))).toBe(JSON.stringify(set));
        expect(storedFieldsV1(set)).toBe(set);
      }),
      options,
    );
  });
  test.each<[string, unknown, unknown]>([
    ["nothing", null, {}],
    ["another spelling of a key", { 'k:{ "b":1, "a": "x" }': { ".": {} } }, { 'k:{"a":"x","b":1}': {} }],
    ["two spellings of one key", { 'v:"a"': {}, 'v: "a"': { "f:x": {} } }, { 'v:"a"': { ".": {}, "f:x": {} } }],
    ["unknown kinds of steps", { "q:x": {}, "f:a": { "z:y": {} } }, { "f:a": {} }],
    ["digits beyond doubles", { "v:9007199254740993": {} }, { "v:9007199254740993": {} }],
    [
      "order",
      {
        "i:10": {},
        "i:9": {},
        "v:10": {},
        "v:9": {},
        'v:"a"': {},
        'k:{"a":10}': {},
        'k:{"a":9}': {},
        "f:b": {},
        "f:B": {},
      },
      {
        "f:B": {},
        "f:b": {},
        'k:{"a":9}': {},
        'k:{"a":10}': {},
        "v:9": {},
        "v:10": {},
        'v:"a"': {},
        "i:9": {},
        "i:10": {},
      },
    ],
    [
      "order of texts",
      { 'k:{"n":"a b"}': {}, 'k:{"n":"a"}': {}, 'k:{"n":"a!"}': {}, 'k:{"n":"é"}': {}, 'k:{"n":"a\\"b"}': {} },
      { 'k:{"n":"a"}': {}, 'k:{"n":"a b"}': {}, 'k:{"n":"a!"}': {}, 'k:{"n":"a\\"b"}': {}, 'k:{"n":"é"}': {} },
    ],
  ])("%s", (_, given, want) => {
    expect(JSON.stringify(parseFieldsV1(given))).toBe(JSON.stringify(want));
    expect(JSON.stringify(createFieldSetParser()(given))).toBe(JSON.stringify(want));
  });
  test.each<[string, unknown]>([
    ["a list", []],
    ["a text", "f:a"],
    ["a step without a kind", { a: {} }],
    ["a key that is no JSON", { "k:{": {} }],
    ["a key that is no object", { "k:1": {} }],
    ["a value that is no JSON", { "v:x": {} }],
    ["a place that is no number", { "i:x": {} }],
    ["a step that holds a number", { "f:a": 1 }],
  ])("refuses %s", (_, given) => {
    expect(() => parseFieldsV1(given)).toThrow(TypeError);
  });
  test("rejects a set beyond the depth limit", () => {
    let deep: unknown = {};
    for (let i = 0; i < 1_001; i++) deep = { "f:a": deep };
    expect(() => parseFieldsV1(deep)).toThrow("nested more than 1000 deep");
    expect(() => storedFieldsV1(deep)).toThrow("nested more than 1000 deep");
  });
});

function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, node]) => [key, reversed(node)]),
  );
}

test.each<[string, (i: number) => string]>([
  ["fields", (i) => `f:k${i}`],
  ["fields beyond the basic plane", (i) => `f:${i % 2 === 0 ? "\u{1f600}" : "\uffee"}${i}`],
  ["integers of a set", (i) => `v:${i - 200}`],
  ["integers of a set that no number holds", (i) => `v:${10n ** 17n + BigInt(i)}`],
  ["fields and integers", (i) => (i % 2 === 0 ? `f:k${i}` : `v:${i}`)],
])("a node of many %s is in the order in which it is written", (_, key) => {
  const keys = Array.from({ length: 500 }, (__, i) => key((i * 7_919) % 1_009));
  const set = setOf(keys.map((k) => [k, leaf] as const)) ?? {};
  expect(Object.keys(set)).toEqual(keys.toSorted(compareKeys));
});
