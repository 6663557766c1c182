import { expect, test } from "vitest";
import { createParseCache } from "./parse-cache.ts";
import { readYamlValue } from "./read.ts";

const json = (a: unknown, text = "x"): Buffer => Buffer.from(JSON.stringify({ a, rest: { text } }));
const restOf = ({ value }: ReturnType<typeof readYamlValue>): unknown => (value as { rest: unknown }).rest;

test.each<{ name: string; texts: readonly Buffer[] }>([
  { name: "one place after the other", texts: [json(1), json(2), json(2), json(2, "y"), json({ b: 1 }, "y")] },
  { name: "several places", texts: [json(1), json(2, "y"), json(3)] },
  { name: "invalid JSON in between", texts: [json(1), Buffer.from("a: 1\nrest: {}\n"), json(2)] },
  { name: "a member twice", texts: [json(1), Buffer.from('{"a":1,"a":2,"rest":{"text":"x"}}'), json(2)] },
  { name: "numbers that no double holds", texts: [json(1), Buffer.from('{"a":9007199254740993,"rest":{"text":"x"}}')] },
])("texts that change in $name parse to the same values as by themselves", ({ texts }) => {
  const read = createParseCache();
  for (const text of texts) expect(read(text, "name")).toEqual(readYamlValue(text));
});

test("of JSON that YAML does not allow the characters are refused, also in an edit of a known text", () => {
  const read = createParseCache();
  read(json(1, "abc"), "name");
  expect(() => read(json(1, "a\u007fc"), "name")).toThrow("yaml: control characters are not allowed");
  expect(() => read(json(1, "a\u0080c"), "name")).toThrow("yaml: control characters are not allowed");
});

test("a text shares equal parts with the previous one of its name, whose bytes may be released", () => {
  const read = createParseCache();
  const bytes = json(1);
  const first = read(bytes, "a");
  bytes.fill(0);
  expect(restOf(read(json(2), "b"))).not.toBe(restOf(first));
  expect(restOf(read(json(3), "a"))).toBe(restOf(first));
});

test("the cache is bounded and evicts the least recently used text", () => {
  const read = createParseCache({ maxBytes: 2 * json(1).length, maxTextBytes: json(1).length });
  const [a, b] = [read(json(1), "a"), read(json(1), "b")];
  expect(restOf(read(json(2), "a"))).toBe(restOf(a));
  read(json(3), "c");
  expect(restOf(read(json(4), "a"))).toBe(restOf(a));
  expect(restOf(read(json(2), "b"))).not.toBe(restOf(b));
  const long = read(json(1, "longer"), "d");
  expect(restOf(read(json(2, "longer"), "d"))).not.toBe(restOf(long));
});
