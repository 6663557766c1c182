import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CollatingKey } from "../key.ts";
import { createVersionIndex } from "./version-index.ts";

const key = fc.constantFrom("a", "b", "c", "d").map((k) => k as CollatingKey);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constant("put" as const), key }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant("delete" as const), key }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("sweep" as const), behind: fc.nat({ max: 20 }) }) },
);

describe("version index", () => {
  test("returns the version of each key at every revision that was not swept", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
        const dropped: number[] = [];
        const index = createVersionIndex({ onDrop: ({ segment }) => dropped.push(segment) });
        const history: ReadonlyMap<string, number>[] = [new Map()];
        let swept = 0;
        for (const s of steps) {
          const revision = history.length;
          const state = new Map(history.at(-1));
          if (s.op === "sweep") {
            swept = Math.max(swept, revision - 1 - s.behind);
            while (!index.sweep(swept, 3));
            continue;
          }
          if (s.op === "put") {
            // The segment identifies versions here.
            index.put(s.key, { revision, segment: revision, position: 8 * revision, bytes: revision });
            state.set(s.key, revision);
          } else expect(index.delete(s.key, revision)).toBe(state.delete(s.key));
          history.push(state);
        }
        for (let revision = Math.max(0, swept); revision < history.length; revision++) {
          const state = history[revision]!;
          const observed: [string, number][] = [];
          index.scan(
            { lower: "" as CollatingKey, upper: undefined },
            revision,
            (k, v) => observed.push([k, v.bytes]) > 0,
          );
          expect(observed).toEqual([...state].sort());
          for (const k of ["a", "b", "c", "d"] as CollatingKey[]) {
            expect(index.at(k, revision)?.revision).toBe(state.get(k));
          }
        }
        for (const k of ["a", "b", "c", "d"] as CollatingKey[])
          expect(index.newest(k)).toBe(history.at(-1)!.get(k) ?? 0);
        // A value was dropped if, and only if, no state that can be read has it.
        const kept = new Set(history.slice(Math.max(0, swept)).flatMap((s) => [...s.values()]));
        const put = new Set(history.flatMap((s) => [...s.values()]));
        expect(dropped.toSorted((a, b) => a - b)).toEqual([...put].filter((v) => !kept.has(v)).sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  test("moves a version only from its expected location", () => {
    const index = createVersionIndex({ onDrop: () => undefined });
    const a = "a" as CollatingKey;
    index.put(a, { revision: 2, segment: 1, position: 96, bytes: 5 });
    index.put(a, { revision: 3, segment: 1, position: 196, bytes: 5 });
    const to = { segment: 7, position: 8, bytes: 5 };
    expect(index.move(a, { revision: 2, segment: 2 }, to)).toBe(false);
    expect(index.move(a, { revision: 4, segment: 1 }, to)).toBe(false);
    expect(index.move(a, { revision: 2, segment: 1 }, to)).toBe(true);
    expect(index.at(a, 2)).toEqual({ revision: 2, ...to });
    expect(index.at(a, 3)).toEqual({ revision: 3, segment: 1, position: 196, bytes: 5 });
  });

  test("gives memory back for use again", () => {
    const index = createVersionIndex({ onDrop: () => undefined });
    for (let revision = 1; revision <= 5000; revision++) {
      index.put(`k${revision % 10}` as CollatingKey, { revision, segment: 1, position: 0, bytes: 0 });
      index.sweep(revision, 10);
    }
    expect(index.versions).toBe(10);
    expect(index.keys).toBe(10);
  });
});
