import { describe, expect, it } from "vitest";
import { createSchemaEnvironments } from "../cluster/schema-environments.ts";
import type { StructuralSchema } from "./structural.ts";

const text: StructuralSchema = { type: "string", maxLength: 10 };
const open: StructuralSchema = { type: "object", properties: { a: text } };
const list: StructuralSchema = { type: "array", maxItems: 5, items: open };
const schema: StructuralSchema = {
  type: "object",
  properties: {
    a: text,
    "a-b": text,
    namespace: text,
    日: text,
    free: {},
    open,
    list,
    set: { ...list, "x-svc-list-type": "set" },
  },
};
const environment = createSchemaEnvironments()(schema, {});
const resource = createSchemaEnvironments()({ type: "object" }, { root: true });

function isEqual(before: object, after: object, env = environment): unknown {
  const evaluation = env
    ?.env({ optionalOldSelf: false })
    .compile("self == oldSelf")
    .evaluate({ self: after, oldSelf: before }, { budget: 1_000_000 });
  return evaluation?.ok === true ? evaluation.value : evaluation;
}

describe("members that the schema does not declare belong to a value", () => {
  it.each<[name: string, before: object, after: object, same: boolean]>([
    ["the same", { a: "x", z: 1 }, { a: "x", z: 1 }, true],
    ["the same in another order", { z: 1, a: "x" }, { a: "x", z: 1 }, true],
    ["another value", { a: "x", z: 1 }, { a: "x", z: 2 }, false],
    ["a value of another type", { z: 1 }, { z: "1" }, false],
    ["another value within one", { z: { y: [1] } }, { z: { y: [2] } }, false],
    ["one more", { a: "x" }, { a: "x", z: 1 }, false],
    ["one less", { a: "x", z: 1 }, { a: "x" }, false],
    ["another name, as in kube-apiserver", { a: "x", z: 1 }, { a: "x", y: 2 }, true],
    ["null", { z: null }, { z: null }, true],
    ["null in place of a value", { z: 1 }, { z: null }, false],
    ["in an object", { open: { z: 1 } }, { open: { z: 2 } }, false],
    ["in an item", { list: [{ z: 1 }] }, { list: [{ z: 2 }] }, false],
    ["in an item of a set", { set: [{ z: 1 }] }, { set: [{ z: 2 }] }, false],
    ["a property without a type", { free: { z: 1 } }, { free: { z: 2 } }, false],
    ["a property whose name cannot be escaped", { 日: "1" }, { 日: "2" }, false],
    ["properties with escaped names", { "a-b": "1", namespace: "n" }, { "a-b": "1", namespace: "n" }, true],
    ["another value of an escaped name", { "a-b": "1" }, { "a-b": "2" }, false],
  ])("%s", (_, before, after, same) => {
    expect(isEqual(before, after)).toBe(same);
  });

  it.each<[name: string, before: object, after: object, same: boolean]>([
    ["labels", { labels: { a: "b" } }, { labels: { a: "c" } }, false],
    ["a version", { resourceVersion: "1" }, { resourceVersion: "2" }, false],
    ["nothing", { name: "n", resourceVersion: "1" }, { name: "n", resourceVersion: "1" }, true],
  ])("in metadata of a whole resource: %s", (_, before, after, same) => {
    expect(isEqual({ metadata: before }, { metadata: after }, resource)).toBe(same);
  });
});
