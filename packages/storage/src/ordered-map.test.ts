import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOrderedMap, type OrderedMap } from "./ordered-map.ts";

function entries(map: OrderedMap<number>, lower = "", upper?: string): [string, number][] {
  const found: [string, number][] = [];
  map.scan(lower, upper, (key, value) => found.push([key, value]) > 0);
  return found;
}

const sorted = (model: ReadonlyMap<string, number>): [string, number][] =>
  [...model].sort(([a], [b]) => (a < b ? -1 : 1));

describe("ordered map", () => {
  // A small key space, so that keys meet again, and runs long enough for three levels.
  const key = fc.integer({ min: 0, max: 6000 }).map((n) => `k${n}`);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ op: fc.constant("set" as const), key, value: fc.nat() }) },
    { weight: 4, arbitrary: fc.record({ op: fc.constant("delete" as const), key }) },
  );

  test("behaves as a sorted map does", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4000, size: "max" }), key, key, (steps, low, high) => {
        const map = createOrderedMap<number>();
        const model = new Map<string, number>();
        for (const s of steps) {
          const before = model.get(s.key);
          if (s.op === "set") {
            expect(map.set(s.key, s.value)).toBe(before);
            model.set(s.key, s.value);
          } else {
            expect(map.delete(s.key)).toBe(before);
            model.delete(s.key);
          }
        }
        expect(map.size).toBe(model.size);
        expect(entries(map)).toEqual(sorted(model));
        expect(entries(map, low, high)).toEqual(sorted(model).filter(([k]) => k >= low && k < high));
        for (const [k, v] of model) expect(map.get(k)).toBe(v);
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ["ascending", (i: number) => i],
    ["descending", (i: number) => 20_000 - i],
    ["scattered", (i: number) => (i * 7919) % 20_011],
  ])("holds 20,000 %s keys, and none after they are deleted", (_order, place) => {
    const map = createOrderedMap<number>();
    const name = (i: number): string => `key-${String(place(i)).padStart(6, "0")}`;
    for (let i = 0; i < 20_000; i++) map.set(name(i), i);
    const all = entries(map);
    expect(all.length).toBe(20_000);
    expect(all.every(([k], i) => i === 0 || all[i - 1]![0] < k)).toBe(true);
    for (let i = 0; i < 20_000; i++) expect(map.delete(name(i))).toBe(i);
    expect(map.size).toBe(0);
    expect(entries(map)).toEqual([]);
  });

  test("forks change apart", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 1000, size: "max" }),
        fc.array(step, { maxLength: 300 }),
        fc.array(step, { maxLength: 300 }),
        (before, here, there) => {
          const map = createOrderedMap<number>();
          const apply = (m: OrderedMap<number>, steps: typeof before): void => {
            for (const s of steps) s.op === "set" ? m.set(s.key, s.value) : m.delete(s.key);
          };
          const plain = (...runs: (typeof before)[]): [string, number][] => {
            const model = new Map<string, number>();
            for (const s of runs.flat()) s.op === "set" ? model.set(s.key, s.value) : model.delete(s.key);
            return sorted(model);
          };
          apply(map, before);
          const fork = map.fork();
          apply(map, here);
          apply(fork, there);
          const grandchild = fork.fork();
          apply(grandchild, here);
          expect(entries(map)).toEqual(plain(before, here));
          expect(entries(fork)).toEqual(plain(before, there));
          expect(entries(grandchild)).toEqual(plain(before, there, here));
        },
      ),
      { numRuns: 40 },
    );
  });

  test("stops when the visitor returns false", () => {
    const map = createOrderedMap<number>();
    for (let i = 0; i < 500; i++) map.set(String(i).padStart(3, "0"), i);
    let seen = 0;
    map.scan("100", undefined, () => ++seen < 7);
    expect(seen).toBe(7);
  });
});
