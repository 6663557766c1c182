import type { JsonValue } from "@svc/meta";
import fc from "fast-check";
import { expect, test } from "vitest";
import { appliedFields } from "./applied-fields.ts";
import { emptySet, sameSet } from "./field-set.ts";
import { hasFields } from "./has-fields.ts";
import { createShapes } from "./shape.ts";
import { shareStructure } from "./structural-sharing.ts";
import { thingVersions } from "./testing/thing.ts";
import type { JsonMap } from "./value.ts";

const shape = createShapes({ semantics: "structural" }).of(thingVersions.v1.schema);

const item = fc.record(
  { k: fc.constantFrom("a", "b"), p: fc.constantFrom("1", "2"), v: fc.constantFrom("1", 2, null) },
  { requiredKeys: ["k", "p"] },
);
const spec = fc.record(
  {
    scalar: fc.constantFrom("1", "2", 3),
    list: fc.subarray(["a", "b", 4], { minLength: 1 }),
    set: fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 2 }),
    items: fc.array(item, { minLength: 1, maxLength: 3 }),
    map: fc.dictionary(fc.constantFrom("a", "__proto__"), fc.constant("1")),
    free: fc.jsonValue({ maxDepth: 2 }),
    unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);
const thing = fc.record({ spec, metadata: fc.constantFrom({}, { name: "a" }) }) as unknown as fc.Arbitrary<JsonMap>;

test("a value has the fields that applying it would give, and fits its schema", () => {
  fc.assert(
    fc.property(thing, thing, (value, other) => {
      const { set, errors } = appliedFields(shape, value as JsonValue);
      const { set: expected } = appliedFields(shape, other as JsonValue);
      expect(hasFields(shape, value, { set, additional: emptySet })).toBe(errors.length === 0);
      const like = appliedFields(shape, other as JsonValue).errors.length === 0 ? other : undefined;
      const near = shareStructure({ ...other, ...value }, like);
      expect(hasFields(shape, near, { set: expected, additional: emptySet, like })).toBe(
        hasFields(shape, near, { set: expected, additional: emptySet }),
      );
      expect(hasFields(shape, value, { set: expected, additional: emptySet })).toBe(
        errors.length === 0 && sameSet(set, expected),
      );
    }),
    { seed: 1, numRuns: 500 },
  );
});

test("a value with additional allowed fields matches", () => {
  const value = { apiVersion: "a/v1", metadata: { name: "a", labels: { b: "c" } } };
  const { set } = appliedFields(shape, { metadata: { labels: { b: "c" } } });
  const { set: additional } = appliedFields(shape, { apiVersion: "", metadata: { name: "" } });
  expect(hasFields(shape, value, { set, additional })).toBe(true);
  expect(hasFields(shape, value, { set, additional: emptySet })).toBe(false);
  expect(hasFields(shape, { ...value, metadata: { name: "a" } }, { set, additional })).toBe(false);
});

test("a list with a duplicate item has none of the fields", () => {
  const { set } = appliedFields(shape, { spec: { set: ["a"] } });
  expect(hasFields(shape, { spec: { set: ["a"] } }, { set, additional: emptySet })).toBe(true);
  expect(hasFields(shape, { spec: { set: ["a", "a"] } }, { set, additional: emptySet })).toBe(false);
});
