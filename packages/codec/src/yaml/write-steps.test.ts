import { expect, test } from "vitest";
import { yamlOf, yamlSteps } from "./write.ts";

const read = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

test("a list of more values than a body may have is written in several steps, to the same text", () => {
  const labels = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`l${i}`, 'x, {["y"]}']));
  const items = Array.from({ length: 3_000 }, (_, i) => ({ metadata: { name: `n${i}`, labels }, empty: [], none: {} }));
  const steps = yamlSteps(read({ kind: "List", apiVersion: "v1", items }));
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count++;
  expect(count).toBeGreaterThan(10);
  const lines = step.value.toString();
  const item = yamlOf(read([items[7]])).toString();
  expect(lines.startsWith("apiVersion: v1\nitems:\n- empty: []\n  metadata:\n    labels:\n      l0: ")).toBe(true);
  expect(lines.includes(item)).toBe(true);
  expect(lines.endsWith("kind: List\n")).toBe(true);
});

test.each([
  ['{"b":1,"a":[{"x":{"y":[]}}\n,{}\n]}\n', 'a:\n- x:\n    "y": []\n- {}\nb: 1\n'],
  [' { "b" : [ ] , "a" : { "c" : [ 1 , "d" ] } } ', "a:\n  c:\n  - 1\n  - d\nb: []\n"],
  ['{ "b" : [ ] , "a" : { "c" : [ 1 , "d" ] } }', "a:\n  c:\n  - 1\n  - d\nb: []\n"],
  ["{ }", "{}\n"],
])("space in %j does not count", (text, want) => {
  expect(yamlOf(Buffer.from(text)).toString()).toBe(want);
});

test.each([
  [{}, "{}\n"],
  [[], "[]\n"],
  [{ a: [] }, "a: []\n"],
  [{ b: 1, a: [1, [2, { c: [] }], "x"] }, "a:\n- 1\n- - 2\n  - c: []\n- x\nb: 1\n"],
  [{ a: { "b:": '"],' } }, "a:\n  'b:': '\"],'\n"],
  [["\\", '"'], "- \\\n- '\"'\n"],
  [{ "": null, 'q"': [null] }, '"": null\nq":\n- null\n'],
])("%j", (value, want) => {
  expect(yamlOf(read(value)).toString()).toBe(want);
});
