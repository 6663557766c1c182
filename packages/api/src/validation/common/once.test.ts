import type { FeatureGates, WriteContext } from "@svc/schema";
import { expect, test } from "vitest";
import { FieldPath } from "./field-path.ts";
import { once } from "./once.ts";

interface Part {
  readonly bad?: boolean;
}

const contextWith = (gates: FeatureGates): WriteContext => ({ gates }) as WriteContext;
const gates: FeatureGates = { enabled: () => false };

/** A check at `spec.list[1]` that tells what it was given. */
function world() {
  const checked: string[] = [];
  const check = once(({ bad }: Part, at: FieldPath, owner: string) => {
    checked.push(`${owner} ${at.path}`);
    if (bad === true) at.invalid(bad, "is bad");
  });
  const errorsOf = (part: Part, old: Part | undefined, context = contextWith(gates)): number => {
    const root = new FieldPath(context, [], { old: old && { spec: { list: [{}, old] } } });
    root.field("spec").sorted((at) => check(part, at.field("list").item(1), "a"));
    return root.errors.length;
  };
  return { checked, errorsOf };
}

test("an unchanged part is checked until it has no errors", () => {
  const { checked, errorsOf } = world();
  const part = {};
  expect(errorsOf(part, undefined)).toBe(0);
  expect(errorsOf(part, { ...part })).toBe(0);
  expect(errorsOf(part, part)).toBe(0);
  expect(checked).toEqual(["a spec.list[1]", "a spec.list[1]", "a spec.list[1]"]);
  expect(errorsOf(part, part)).toBe(0);
  expect(checked).toHaveLength(3);
});

test("errors are reported each time", () => {
  const { errorsOf } = world();
  const part = { bad: true };
  for (let i = 0; i < 3; i++) expect(errorsOf(part, part)).toBe(1);
});

test("a part that changed, and one under other gates, is checked", () => {
  const { checked, errorsOf } = world();
  const part = {};
  errorsOf(part, part);
  errorsOf({ ...part }, part);
  errorsOf(part, part, contextWith({ enabled: () => true }));
  expect(checked).toHaveLength(3);
});

test("other inputs of the check have to be unchanged, too", () => {
  const given: string[] = [];
  const check = once((_: Part, __: FieldPath, owner: { readonly name: string }) => void given.push(owner.name), {
    by: ({ name }) => [...name],
  });
  const part = {};
  const root = new FieldPath(contextWith(gates), [], { old: { part } });
  for (const name of ["a", "a", "b", "b", "a", "ab", ""]) check(part, root.field("part"), { name });
  expect(given).toEqual(["a", "b", "a", "ab", ""]);
});

test("the previous value of a place", () => {
  const root = new FieldPath(contextWith(gates), [], { old: { spec: { list: ["x"] }, labels: { a: "1" } } });
  expect(root.field("spec").field("list").item(0).old).toBe("x");
  expect(root.field("labels").item("a").old).toBe("1");
  for (const none of ["constructor", "b"]) expect(root.field("labels").item(none).field("b").old).toBeUndefined();
  expect(new FieldPath(contextWith(gates)).field("spec").old).toBeUndefined();
});
