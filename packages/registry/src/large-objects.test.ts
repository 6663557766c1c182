import { expect, test } from "vitest";
import { createRegistryFixture } from "./testing/registry-fixture.ts";

test.each([
  ["a small object is patched without yielding", 10, false],
  ["a large object is patched in turns, however small the patch", 100_000, true],
])("%s", async (_, length, inTurns) => {
  const fixture = await createRegistryFixture();
  await fixture.create("ns/a", { spec: { text: "x".repeat(length) } });
  let givesWay: boolean | undefined;
  await fixture.registry.patch(fixture.notes, fixture.context, {
    target: { namespace: "ns", name: "a" },
    options: { fieldManager: "test" },
    patch: (live, context) => {
      givesWay = context.giveWay !== undefined;
      return { ...structuredClone(live), data: {} };
    },
  });
  expect(givesWay).toBe(inTurns);
});
