import { expect, it } from "vitest";
import { everything } from "./selector.ts";
import { createToyWorld } from "./testing/toy.ts";

it("forgets what was derived for lists once nobody asks for it", async () => {
  const { toys, clock, put } = await createToyWorld();
  await put("ns/a", "x");
  let made = 0;
  const list = async (): Promise<void> => {
    const { runs } = await toys.list({ selection: everything, at: { kind: "latest" } });
    for (const { leaf } of runs) leaf?.derive("number", () => ++made);
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
