import type { JsonValue } from "@svc/meta";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shareStructure } from "./structural-sharing.ts";

const name = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JsonValue>("", "x", 0, 1, true, null, 2n ** 60n),
    fc.array(tie("any"), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie("any")), { maxLength: 3 }).map((members) => Object.fromEntries(members) as JsonValue),
  ),
})).any;

const isContainer = (of: unknown): of is object => typeof of === "object" && of !== null;
const textOf = (of: unknown): string =>
  JSON.stringify(of, (_, v: unknown) => (typeof v === "bigint" ? `bigint ${v}` : v)) ?? "undefined";

function freeze<T>(of: T): T {
  if (isContainer(of)) for (const member of Object.values(Object.freeze(of))) freeze(member);
  return of;
}

/** Whether a part that equals the one at the same place of the old value is another one. */
function repeats(result: unknown, old: unknown): boolean {
  if (!isContainer(result) || !isContainer(old) || result === old) return false;
  if (textOf(result) === textOf(old)) return true;
  if (Array.isArray(result) !== Array.isArray(old)) return false;
  return Object.entries(result).some(
    ([key, member]) => Object.hasOwn(old, key) && repeats(member, (old as Record<string, unknown>)[key]),
  );
}

test("a value with shared structure equals the original and shares every equal part", () => {
  fc.assert(
    fc.property(value, value, fc.boolean(), (other, old, isMixed) => {
      const given = structuredClone(isMixed ? { a: old, b: other, c: [old, other] } : other) as JsonValue;
      const before: JsonValue = isMixed ? { a: old, b: old, c: [old, old] } : old;
      const result = shareStructure(freeze(given), freeze(before));
      expect(textOf(result)).toBe(textOf(given));
      expect(repeats(result, before)).toBe(false);
    }),
  );
});

test.each<{ name: string; value: JsonValue; old: JsonValue }>([
  { name: "fewer members", value: { a: { x: 1 } }, old: { a: { x: 1 }, b: 2 } },
  { name: "another order", value: { b: 2, a: { x: 1 } }, old: { a: { x: 1 }, b: 2 } },
  { name: "another member", value: { a: { x: 1 }, b: 3 }, old: { a: { x: 1 }, b: 2 } },
])("a map with $name shares its members", ({ value, old }) => {
  const result = shareStructure(value, old) as Record<string, JsonValue>;
  expect(result).not.toBe(old);
  expect(result["a"]).toBe((old as Record<string, JsonValue>)["a"]);
});
