import { expect, it } from "vitest";
import { everything } from "./selector.ts";
import { createCacheFixture } from "./testing/cache-fixture.ts";

it("evicts derived values that no list uses any more", async () => {
  const { cache, clock, put } = await createCacheFixture();
  await put("ns/a", "x");
  let made = 0;
  const list = async (): Promise<void> => {
    const { slices } = await cache.list({ selection: everything, at: { kind: "latest" } });
    for (const { chunk } of slices) chunk?.derive("number", () => ++made);
  };
  await list();
  for (let i = 0; i < 5; i++) {
    clock.advance(10_000);
    await list();
  }
  expect(made).toBe(1);
  clock.advance(20_000);
  await list();
  expect(made).toBe(2);
});
