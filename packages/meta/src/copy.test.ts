import fc from "fast-check";
import { expect, test } from "vitest";
import { copyJson } from "./copy.ts";

test("a copy is equal, for any names of members", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => JSON.stringify(copyJson(value)) === JSON.stringify(value)));
  const odd = JSON.parse('{"__proto__":{"a":1},"constructor":[]}') as object;
  expect(JSON.stringify(copyJson(odd))).toBe(JSON.stringify(odd));
});

test("a copy shares nothing", () => {
  const value = { a: { b: [{ c: 1 }] } };
  const copy = copyJson(value);
  expect(copy.a).not.toBe(value.a);
  expect(copy.a.b).not.toBe(value.a.b);
  expect(copy.a.b[0]).not.toBe(value.a.b[0]);
});
