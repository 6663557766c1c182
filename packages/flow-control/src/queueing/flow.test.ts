import fc from "fast-check";
import { expect, test } from "vitest";
import { dealHand, Flow } from "../index.ts";

test("a hand has different queues of the deck, as many as it is large", () => {
  const hash = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(hash, fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 20 }), (h, queues, handSize) => {
      const hand = dealHand(h, { queues, handSize });
      expect(new Set(hand).size).toBe(Math.min(queues, handSize));
      expect(hand.every((index) => index >= 0 && index < queues)).toBe(true);
    }),
  );
});

test("every hand of a small deck is equally frequent", () => {
  const counts = new Map<string, number>();
  for (let hash = 0n; hash < 12_000n; hash++) {
    const key = [...dealHand(hash, { queues: 4, handSize: 2 })].sort().join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect([...counts.values()]).toEqual(Array(6).fill(2000));
});

test("a flow has the same hand each time, and another one where there are other queues", () => {
  const flow = new Flow("global-default", "alice");
  const hand = flow.hand(128, 6);
  expect(flow.hand(128, 6)).toBe(hand);
  expect(flow.hand(64, 6)).not.toEqual(hand);
  expect(flow.hand(128, 6)).toEqual(hand);
  expect(new Flow("global-default", "bob").hand(128, 6)).not.toEqual(hand);
});
