import fc from "fast-check";
import { expect, test } from "vitest";
import { toJson } from "../json/to-json.ts";
import { readYaml, readYamlDocuments } from "./read.ts";

test("an object of JSON is read as the same document of YAML is", () => {
  const value = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(
    fc.property(value, fc.option(fc.constantFrom(1, 2)), (object, indent) => {
      const text = JSON.stringify(object, null, indent ?? undefined);
      const asJson = readYaml(Buffer.from(text));
      // With a comment in front it is no JSON.
      const asYaml = readYaml(Buffer.from(`#\n${text}`));
      expect(toJson(asJson.value)).toEqual(toJson(asYaml.value));
    }),
    { numRuns: 300 },
  );
});

test("repeated members are reported", () => {
  expect(readYaml(Buffer.from('{"a":1,"a":2}')).duplicates).toEqual(['line 1: key "a" already set in map']);
});

test.each<[text: string, value: object]>([
  ["a: &a {x: 1}\nb:\n  <<: *a\n  z: 2", { a: { x: 1 }, b: { x: 1, z: 2 } }],
  ["a: {<<: [{x: 1}, {x: 2, z: 3}], z: 4}", { a: { x: 1, z: 4 } }],
  ['{"<<": 5, z: 1}', { "<<": 5, z: 1 }],
  ["a: &x 1\nb: &x 2\nc: *x", { a: 1, b: 2, c: 2 }],
  ["&k key: 1\nb: *k", { key: 1, b: "key" }],
  ["1: a\ntrue: b\nnull: c\n1.5: d\non: e", { 1: "a", true: "e", null: "c", 1.5: "d" }],
  ["a: 0b101\nb: 0o17\nc: 017\nd: 1_000\ne: 9007199254740993", { a: 5, b: 15, c: 15, d: 1000, e: 9007199254740993n }],
  ["[0B11, -0b11, 0O17, -0o1_7, +0o7, 0X1f, -0x1F, 018, 0_, 1__, +_1]", [3, -3, 15, -15, 7, 31, -31, 18, 0, 1, 1]],
  ["[0b12, 0o, 0o18, 0x_, 0b_, _1]", ["0b12", "0o", "0o18", "0x_", "0b_", "_1"]],
  ["[1:30, 190:20:30, 1:30.5, 22:22]", ["1:30", "190:20:30", "1:30.5", "22:22"]],
  ["[9223372036854775807, -9223372036854775808]", [9223372036854775807n, -9223372036854775808n]],
  ["[18446744073709551616, -9223372036854775809, 9999999999999999999999]", [2 ** 64, -(2 ** 63), 1e22]],
  ["[0777777777777777777777777, 0xFFFFFFFFFFFFFFFFF]", [Number("777777777777777777777777"), "0xFFFFFFFFFFFFFFFFF"]],
])("%j", (text, value) => {
  expect(toJson(readYaml(Buffer.from(text)).value)).toEqual(value);
});

test.each(['{"a": 1}} [x', '{"a": 1}{"b": 2}', '#\n{"a": 1} {"b": 2', '{"a": 1} [2]', '{"a": 1}\n[2]'])(
  "%j ends with its first flow collection",
  (text) => {
    const { value } = readYaml(Buffer.from(text), { documents: "first" });
    expect(toJson(value)).toEqual({ a: 1 });
  },
);

const bomb = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghij".split("").map((c, i) => `${c}: &${c} [${`*${"abcdefghi"[i]},`.repeat(9)}x]`),
].join("\n");

test.each<[what: string, text: string, message: string]>([
  ["an alias of nothing", "a: *b", "yaml: unknown anchor 'b' referenced"],
  ["a value within itself", "a: &a [*a]", "yaml: anchor 'a' value contains itself"],
  ["a bomb", bomb, "yaml: document contains excessive aliasing"],
  ["a key that is a list", "? [1]\n: 2", "yaml: invalid map key"],
  ["a list as key of a flow collection", "[1]: {a: 2}", "yaml: invalid map key"],
  ["an end of nothing", "...\na: 1", "yaml: did not find expected node content"],
  ["an end of nothing behind a comment", "# c\n... \n", "yaml: line 1: did not find expected node content"],
  ["an end of nothing before a document", "...\n---\na: 1", "yaml: did not find expected node content"],
  ["directives of nothing", "%YAML 1.1\n...\na: b", "yaml: line 1: did not find expected <document start>"],
  ["deep lists", `x: ${"[".repeat(3000)}${"]".repeat(3000)}`, "yaml: exceeded max depth"],
  ["deep lists in one line", `${"- ".repeat(6000)}x`, "yaml: exceeded max depth"],
])("refuses %s", (_, text, message) => {
  expect(() => readYaml(Buffer.from(text))).toThrow(message);
});

const several: readonly (readonly [text: string, documents: readonly unknown[]])[] = [
  ["a: 1\n---\nb: 2\n", [{ a: 1 }, { b: 2 }]],
  ["---\na: 1\n---\nb: 2\n---\n", [{ a: 1 }, { b: 2 }]],
  ["a: 1\n...\nb: 2\n", [{ a: 1 }, { b: 2 }]],
  ["a: 1\n...\n# and\n%YAML 1.1\n---\nb: 2\n", [{ a: 1 }, { b: 2 }]],
  ['{"a":1}{"b":2}', [{ a: 1 }, { b: 2 }]],
  ['{"a":1}\n---\n{"b":2}\n---\n[3]', [{ a: 1 }, { b: 2 }, [3]]],
  ["x: |\n  text\n  --- more\n--- {b: 2}", [{ x: "text\n--- more\n" }, { b: 2 }]],
];

test.each(several)("%j has several documents", (text, documents) => {
  expect(readYamlDocuments(Buffer.from(text)).map(({ value }) => value)).toEqual(documents);
  expect(() => readYaml(Buffer.from(text))).toThrow("expected one document, but more follow");
  expect(toJson(readYaml(Buffer.from(text), { documents: "first" }).value)).toEqual(documents[0]);
});

test.each([
  ["", []],
  ["# nothing\n---\n---\n# here\n", []],
  ["# one\n---\na: 1\n--- # behind it\n...\n", [{ a: 1 }]],
  ["\ufeffa: 1\r\n---\r\n", [{ a: 1 }]],
])("%j has at most one document", (text, documents) => {
  expect(readYamlDocuments(Buffer.from(text)).map(({ value }) => value)).toEqual(documents);
  expect(toJson(readYaml(Buffer.from(text)).value)).toEqual(documents[0] ?? null);
});

test("problems of a later document name lines of the whole text", () => {
  const read = (text: string) => readYamlDocuments(Buffer.from(text));
  expect(() => read("a: 1\n---\nx: 1\ny: b: c")).toThrow("line 4: mapping values are not allowed in this context");
  expect(read("a: 1\n---\nb: 1\nb: 2").at(1)?.duplicates).toEqual(['line 4: key "b" already set in map']);
  expect(() => read("}")).toThrow("did not find expected node content");
  expect(() => read('{"a": 1}}')).toThrow("yaml: ");
});

test("tokens of all documents together are bounded", () => {
  const text = Buffer.from("a: 1\n---\n".repeat(50));
  expect(readYamlDocuments(text)).toHaveLength(50);
  expect(() => readYamlDocuments(text, { maxTokens: 200 })).toThrow("at most");
  expect(readYamlDocuments(Buffer.from(`${"---\n".repeat(500_000)}a: 1`))).toHaveLength(1);
});
