import fc from "fast-check";
import { expect, test } from "vitest";
import { FairOrder } from "./fair-order.ts";

function order(entries: readonly (readonly [group: string, flow: string, cost?: number, weight?: number])[]): string {
  const fair = new FairOrder<string>();
  const flows = new Map<string, object>();
  for (const [group, name, cost = 1, weight = 1] of entries) {
    const flow = flows.get(name) ?? {};
    flows.set(name, flow);
    fair.add({ group, flow, cost, weight, item: name });
  }
  let taken = "";
  for (let entry = fair.take(); entry !== undefined; entry = fair.take()) taken += entry.item;
  return taken;
}

const many = <T>(count: number, entry: T): readonly T[] => Array.from({ length: count }, () => entry);

test.each<readonly [string, Parameters<typeof order>[0], string]>([
  ["flows of a group alternate", [...many(3, ["g", "a"] as const), ...many(3, ["g", "b"] as const)], "ababab"],
  [
    "groups alternate, however many flows they have",
    [
      ["g", "a"],
      ["g", "b"],
      ["h", "c"],
      ["h", "c"],
    ],
    "acbc",
  ],
  [
    "a group of twice the weight has twice the turns",
    [...many(4, ["g", "a", 1, 2] as const), ...many(2, ["h", "b"] as const)],
    "abaaba",
  ],
  [
    "what costs more has fewer turns",
    [...many(2, ["g", "a", 3] as const), ...many(6, ["g", "b"] as const)],
    "abbbabbb",
  ],
  ["a late flow goes next but one", [...many(5, ["g", "a"] as const), ["g", "t"]], "ataaaa"],
])("%s", (_, entries, want) => {
  expect(order(entries)).toBe(want);
});

test("everything is taken once, in order within its flow", () => {
  const entry = fc.record({ group: fc.constantFrom("g", "h"), flow: fc.nat(3), cost: fc.integer({ min: 1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(entry), fc.array(fc.boolean()), (entries, takes) => {
      const flows = [{}, {}, {}, {}];
      const fair = new FairOrder<readonly [string, number]>();
      const taken: (readonly [string, number])[] = [];
      for (const [at, { group, flow, cost }] of entries.entries()) {
        fair.add({ group, flow: flows[flow] as object, cost, weight: 1, item: [`${group}${flow}`, at] });
        const item = takes[at] === true ? fair.take()?.item : undefined;
        if (item !== undefined) taken.push(item);
      }
      for (let next = fair.take(); next !== undefined; next = fair.take()) taken.push(next.item);
      expect(taken.map(([, at]) => at).sort((a, b) => a - b)).toEqual(entries.map((_, at) => at));
      expect(fair.size).toBe(0);
      for (const lane of new Set(taken.map(([name]) => name))) {
        const own = taken.filter(([name]) => name === lane).map(([, at]) => at);
        expect(own).toEqual([...own].sort((a, b) => a - b));
      }
    }),
  );
});

test("an item that was removed is not taken, and its flow is not charged for it", () => {
  const fair = new FairOrder<string>();
  const [a, b] = [{}, {}];
  const wide = { group: "g", flow: a, cost: 9, weight: 1, item: "wide" };
  const only = { group: "h", flow: b, cost: 1, weight: 1, item: "only" };
  fair.add(wide);
  fair.add({ group: "g", flow: a, cost: 1, weight: 1, item: "a" });
  fair.add({ group: "g", flow: b, cost: 1, weight: 1, item: "b" });
  fair.add(only);
  for (const entry of [wide, only, only]) fair.remove(entry);
  expect(fair.size).toBe(2);
  expect([fair.take()?.item, fair.take()?.item, fair.take()]).toEqual(["a", "b", undefined]);
});
