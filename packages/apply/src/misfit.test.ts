import fc from "fast-check";
import { expect, test } from "vitest";
import { checkShape } from "./misfit.ts";
import { createShapes } from "./shape.ts";
import { shareStructure } from "./structural-sharing.ts";
import { thingVersions } from "./testing/thing.ts";
import type { JsonMap } from "./value.ts";

const shape = createShapes({ semantics: "structural" }).of(thingVersions.v1.schema);

const text = fc.constantFrom("1", "1", "2", 3);
const item = fc.record(
  { k: text, p: text, v: fc.constantFrom("1", null), o: fc.record({ a: text }), l: fc.array(text, { maxLength: 2 }) },
  { requiredKeys: ["k"] },
);
const spec = fc.record(
  {
    scalar: text,
    number: fc.constantFrom(1, "x"),
    set: fc.array(text, { maxLength: 2 }),
    items: fc.oneof({ weight: 4, arbitrary: fc.array(item, { maxLength: 2 }) }, { arbitrary: text, weight: 1 }),
    map: fc.dictionary(fc.constantFrom("a", "__proto__", "constructor"), text),
    wholeStruct: fc.record({ a: text }),
    unknown: fc.constant(1),
  },
  { requiredKeys: [] },
);
const thing = fc.record({ spec }) as unknown as fc.Arbitrary<JsonMap>;

function problem(value: JsonMap, fitting?: JsonMap): string | undefined {
  try {
    checkShape(shape, value, fitting);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test("beside an object that fits, the same problems are found", () => {
  fc.assert(
    fc.property(thing, thing, (value, other) => {
      fc.pre(problem(other) === undefined);
      const wanted = problem(value);
      expect(problem(value, other)).toBe(wanted);
      expect(problem(shareStructure(value, other), other)).toBe(wanted);
    }),
  );
});
