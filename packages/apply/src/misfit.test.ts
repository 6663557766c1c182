import { kubernetesDialect } from "@svc/meta";
import { fromOpenApi } from "@svc/schema";
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

function problem(value: JsonMap, fitting?: JsonMap, of = shape): string | undefined {
  try {
    checkShape(of, value, fitting);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

test("beside an object that fits, the same problems are found", () => {
  fc.assert(
    fc.property(thing, thing, (value, other) => {
      fc.pre(problem(other) === undefined);
      const expected = problem(value);
      expect(problem(value, other)).toBe(expected);
      expect(problem(shareStructure(value, other), other)).toBe(expected);
    }),
  );
});

test("of the items of a list that lack their keys, the first one is reported", () => {
  const items = [{ k: "1", p: "1" }, { v: "1" }, { v: "2" }];
  expect(problem({ spec: { items } })).toMatch(/^MisfitError: \.spec\.items: element 1: [^\n]*$/);
});

test.each<[string, JsonMap, string | undefined]>([
  ["in a closed object are problems", { closed: { w: 1 } }, ".spec.closed.w: field not declared in schema"],
  ["hide what is behind them", { closed: { w: 1, y: 1, z: [] } }, ".spec.closed.w: field not declared in schema"],
  ["in the object that keeps them are none", { open: { w: 1 } }, undefined],
  ["below it are none", { open: { o: { w: { a: null } } } }, undefined],
  ["in items below it are none", { open: { l: [{ w: 1 }] } }, undefined],
  ["in values below it are none", { open: { m: { k: { w: 1 } } } }, undefined],
  ["leave the types of others", { open: { o: { w: 1, y: 1 } } }, ".spec.open.o.y: expected string"],
  [
    "in metadata below it are problems",
    { open: { e: { apiVersion: "v1", kind: "K", metadata: { w: 1 } } } },
    ".spec.open.e.metadata.w: field not declared in schema",
  ],
])("undeclared fields %s", (_, given, want) => {
  const closed = { type: "object", properties: { y: { type: "string" } } };
  const properties = {
    o: closed,
    l: { type: "array", items: closed },
    m: { type: "object", additionalProperties: closed },
    e: { ...closed, "x-kubernetes-embedded-resource": true },
  };
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties };
  const schema = fromOpenApi(
    { type: "object", properties: { spec: { type: "object", properties: { closed, open } } } },
    { dialect: kubernetesDialect },
  );
  const found = problem({ spec: given }, undefined, createShapes({ semantics: "structural" }).of(schema));
  if (want === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(want);
});
