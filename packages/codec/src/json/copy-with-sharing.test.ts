import type { JsonValue } from "@svc/meta";
import { expect, test } from "vitest";
import { DecodeError } from "../decoding/decode-error.ts";
import { copyWithSharing } from "./copy-with-sharing.ts";

const spec = { list: [{ a: 1 }, { a: 2 }], map: JSON.parse('{"__proto__":{"b":1}}') as JsonValue };
const like = { spec, own: { c: 1 } };

test("a copy reports its parts that equal the old object's, and shares none", () => {
  const value: JsonValue = { spec: { ...spec, list: [{ a: 3 }, spec.list[1] as JsonValue] }, own: { c: 1 } };
  const { copy, normalized } = copyWithSharing(value, like);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  const { list, map } = (copy as unknown as typeof like).spec;
  expect([...(normalized ?? [])]).toEqual([list[1], map]);
  expect([list[1] === spec.list[1], map === spec.map]).toEqual([false, false]);
});

test.each<{ name: string; value: JsonValue }>([
  { name: "the whole", value: like },
  { name: "a list in the place of a map", value: { spec: [spec.map] } },
  { name: "the fields of every object", value: { constructor: {}, spec: { toString: [] } } },
])("$name is copied", ({ value }) => {
  const { copy, normalized = new Set() } = copyWithSharing(value, like);
  expect(copy).toEqual(value);
  expect(copy).not.toBe(value);
  expect(normalized.size).toBe(value === like ? 1 : 0);
});

test.each<{ name: string; around: (value: JsonValue) => JsonValue }>([
  { name: "objects", around: (deep) => ({ deep }) },
  { name: "lists", around: (deep) => [deep] },
])("without another value all is copied, unless there are too many $name within others", ({ around }) => {
  expect(copyWithSharing(spec, undefined)).toEqual({ copy: spec });
  let deep: JsonValue = {};
  for (let i = 0; i < 1_001; i++) deep = around(deep);
  for (const other of [undefined, like]) expect(() => copyWithSharing(deep, other)).toThrow(DecodeError);
});
