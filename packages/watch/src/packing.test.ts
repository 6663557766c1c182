import { expect, test } from "vitest";
import type { Packing } from "./cache-state.ts";
import { createToyWorld, type Toy } from "./testing/toy.ts";

test("whoever packs items is told which of them the cache holds", async () => {
  const told: string[] = [];
  const tell =
    (what: string) =>
    ({ name, data }: Toy): void =>
      void told.push(`${what} ${name} ${data.text}`);
  const packing: Packing<Toy> = { hold: tell("holds"), release: tell("releases") };
  const first = await createToyWorld();
  await first.put("ns/a", "read");
  const world = await createToyWorld({ packing }, (s) => s, first.storage);
  await world.toys.ready();
  await world.put("ns/b", "new");
  await world.put("ns/a", "changed");
  await world.remove("ns/b");
  expect(told).toEqual(["holds a read", "holds b new", "holds a changed", "releases a read", "releases b new"]);
});
