import { expect, test } from "vitest";
import { createWorld } from "./testing/world.ts";

test.each([
  ["a small object is patched at once", 10, false],
  ["a large object is patched in turns, however small the patch", 100_000, true],
])("%s", async (_, length, inTurns) => {
  const w = await createWorld();
  await w.create("ns/a", { spec: { text: "x".repeat(length) } });
  let givesWay: boolean | undefined;
  await w.registry.patch(w.notes, w.context, {
    target: { namespace: "ns", name: "a" },
    options: { fieldManager: "test" },
    patch: (live, context) => {
      givesWay = context.giveWay !== undefined;
      return { ...structuredClone(live), data: {} };
    },
  });
  expect(givesWay).toBe(inTurns);
});
