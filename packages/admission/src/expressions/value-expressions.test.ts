import { createSchemaEnvironments } from "@svc/cel";
import type { ValueExpressions } from "@svc/schema";
import { expect, it } from "vitest";
import { valueExpressions } from "./value-expressions.ts";

const expressionsOf = valueExpressions(createSchemaEnvironments());
const prefix = "x-kubernetes-";
const of = (schema: object, isRoot = false): ValueExpressions => {
  const found = expressionsOf(schema as Parameters<typeof expressionsOf>[0], { prefix, isRoot });
  if (found === undefined) throw new TypeError("nothing to be seen");
  return found;
};
const always = { optionalOldSelf: false };

it.each<[object, string, object]>([
  [{ type: "string" }, "self == 'a'", { type: "bool", usesOldValue: false }],
  [{ type: "string" }, "self == oldSelf", { type: "bool", usesOldValue: true }],
  [{ type: "integer" }, "self + 1", { type: "int" }],
  // A constant call that fails is found when the expression is made ready to run.
  [{ type: "string" }, "int('x') == 1", { type: "bool", error: "type conversion error from 'string' to 'int'" }],
  [{ type: "string" }, "int('x')", { type: "int", error: "type conversion error from 'string' to 'int'" }],
  [{ type: "string" }, "self == 1", { error: expect.stringContaining("applied to '(string, int)'") }],
  [
    { type: "object", properties: { b: { type: "string" } } },
    "self.c",
    { error: expect.stringContaining("field 'c'") },
  ],
])("%j: %s", (schema, text, answer) => {
  expect(of(schema).compile(text, always)).toMatchObject(answer);
});

it("the value before may be absent", () => {
  expect(of({ type: "string" }).compile("oldSelf.hasValue()", { optionalOldSelf: true })).toMatchObject({
    type: "bool",
  });
  expect(of({ type: "string" }).compile("oldSelf.hasValue()", always)).toHaveProperty("error");
});

it("whole objects have a name", () => {
  expect(of({ type: "object" }, true).compile("self.metadata.name == 'x'", always)).toMatchObject({ type: "bool" });
  expect(of({ type: "object" }).compile("self.metadata.name == 'x'", always)).toHaveProperty("error");
});

it("costs grow with the possible sizes", () => {
  const cost = (maxItems: number): number => {
    const rule = of({ type: "array", maxItems, items: { type: "integer" } }).compile("self.all(x, x > 0)", always);
    return "maxCost" in rule ? rule.maxCost : Number.NaN;
  };
  expect(cost(10)).toBeLessThan(cost(1000));
});

it("values without a type have no fields", () => {
  expect(expressionsOf({ "x-kubernetes-preserve-unknown-fields": true }, { prefix, isRoot: false })).toBeUndefined();
});
