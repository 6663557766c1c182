import { expect, test } from "vitest";
import { parseExact } from "./parse.ts";
import { typeMetaOf } from "./type-meta.ts";

test.each([
  ['{"kind":"A","apiVersion":"v1"}', { kind: "A", apiVersion: "v1" }, { kind: "A", apiVersion: "v1" }],
  ['{"KIND":"A"}', { kind: "A", exact: {} }, { kind: "A", exact: {} }],
  ['{"Kind":"B","kind":"A"}', { kind: "A", exact: { kind: "A" } }, { kind: "A", exact: { kind: "A" } }],
  ['{"kind":"A","Kind":"B"}', { kind: "B", exact: { kind: "A" } }, { kind: "A", exact: { kind: "A" } }],
  ['{"kind":"A","kind":"B"}', { kind: "B" }, { kind: "B" }],
  [
    '{"apiversion":"v2","apiVersion":"v1"}',
    { apiVersion: "v1", exact: { apiVersion: "v1" } },
    { apiVersion: "v2", exact: { apiVersion: "v1" } },
  ],
])("the type of %s is %j in the order of the text, and %j in that of the names", (text, inText, byNames) => {
  const value = parseExact(Buffer.from(text));
  expect(typeMetaOf(value)).toEqual(inText);
  expect(typeMetaOf(value, "names")).toEqual(byNames);
});
