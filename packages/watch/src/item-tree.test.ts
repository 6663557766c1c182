import fc from "fast-check";
import { expect, it } from "vitest";
import { ItemTree } from "./item-tree.ts";
import { itemsOf } from "./slices.ts";
import { TestItem } from "./testing/cache-fixture.ts";

const testItem = (key: string, revision = 0) => new TestItem(key, revision, { text: "" });

it("agrees with a sorted map, in every operation", () => {
  const key = fc.oneof(
    fc.integer({ min: 0, max: 2000 }).map((n) => `k${String(n).padStart(4, "0")}`),
    fc.constantFrom("😀", "\uffee", "a"),
  );
  const step = fc.oneof(
    { weight: 5, arbitrary: key.map((k) => ({ op: "set" as const, k })) },
    { weight: 1, arbitrary: key.map((k) => ({ op: "delete" as const, k })) },
  );
  const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 3000, size: "max" }),
      key,
      key,
      fc.integer({ min: 1, max: 700 }),
      (steps, a, b, limit) => {
        const tree = new ItemTree<TestItem>();
        const model = new Map<string, TestItem>();
        for (const [i, { op, k }] of steps.entries()) {
          const item = testItem(k, i);
          expect(op === "set" ? tree.set(item) : tree.delete(k)).toBe(model.get(k));
          if (op === "set") model.set(k, item);
          else model.delete(k);
        }
        const keys = [...model.keys()].sort(order);
        expect([...tree.values()].map((t) => t.key)).toEqual(keys);
        expect(tree.size).toBe(keys.length);
        const [start, end] = [a, b].sort(order) as [string, string];
        const within = keys.filter((k) => order(k, start) >= 0 && order(k, end) < 0);
        expect([...itemsOf(tree.slices(start, end, limit))].map((t) => t.key)).toEqual(within.slice(0, limit));
        expect(tree.count(start, end)).toBe(within.length);
        expect(tree.get(a)).toBe(model.get(a));
      },
    ),
    { numRuns: 30 },
  );
});

it("caches derived values of a chunk, and counts its changes", () => {
  const tree = new ItemTree<TestItem>();
  for (let i = 0; i < 1000; i++) tree.set(testItem(`k${String(i).padStart(4, "0")}`));
  let made = 0;
  const derive = () => tree.slices("k", "l").map((r) => r.chunk?.derive("number", () => made++));
  const counts = () => tree.chunks.map(({ version }) => version);
  const first = derive();
  const before = counts();
  tree.set(testItem("k0500", 1));
  tree.delete("k0001");
  expect(derive()).toEqual(first);
  expect(made).toBe(first.length);
  expect(counts().map((count, i) => count - (before[i] ?? 0))).toEqual([1, 1, 0, 0]);
});
