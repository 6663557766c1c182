import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUidTable, isTableUid } from "./uid-table.ts";

/** Few, so that they meet; some of them differ in one digit. */
const uid = fc.oneof(
  fc.nat(300).map((n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`),
  fc.nat(300).map((n) => `${n.toString(16).padStart(8, "f")}-ffff-4fff-bfff-ffffffffffff`),
);
const step = fc.record({ op: fc.constantFrom("set", "set", "set", "delete"), uid, value: fc.nat(4_294_967_294) });

describe("a table of uids", () => {
  it("equals a map, while it grows and shrinks", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 1500, size: "max" }), (steps) => {
        const table = createUidTable();
        const model = new Map<string, number>();
        for (const { op, uid, value } of [...steps, ...steps.map((s) => ({ ...s, op: "delete" }))]) {
          if (op === "set") {
            table.set(uid, value);
            model.set(uid, value);
          } else expect(table.delete(uid)).toBe(model.delete(uid));
          expect([table.get(uid), table.size]).toEqual([model.get(uid), model.size]);
          if (model.size % 50 === 0) expect(new Map(table.entries())).toEqual(model);
        }
        expect([...table.entries()]).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it("finds each of many", () => {
    const table = createUidTable();
    const uids = Array.from(
      { length: 5000 },
      (_, i) => `${(i * 7).toString(16).padStart(8, "0")}-aaaa-1000-8000-0123456789ab`,
    );
    for (const [i, uid] of uids.entries()) table.set(uid, i);
    expect(uids.map((uid) => table.get(uid))).toEqual(uids.map((_, i) => i));
    expect([...table.entries()].map(([uid]) => uid).sort()).toEqual([...uids].sort());
  });

  it.each([
    "",
    "mirror",
    "0123456789abcdef0123456789abcdef",
    "00000000-0000-4000-8000-00000000000A",
    "00000000-0000-4000-8000-00000000000g",
    "00000000-0000-4000-8000_000000000000",
    "00000000-0000-4000-8000-0000000000000",
  ])("holds no %j", (other) => {
    const table = createUidTable();
    expect(isTableUid(other)).toBe(false);
    expect(() => table.set(other, 1)).toThrow(TypeError);
    expect([table.get(other), table.delete(other), table.size]).toEqual([undefined, false, 0]);
  });
});
