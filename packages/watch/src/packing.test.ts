import { expect, test } from "vitest";
import type { Packing } from "./cache-state.ts";
import { compacted, failing } from "./testing/failing.ts";
import { createToyWorld, type Toy } from "./testing/toy.ts";

function telling(): { readonly told: string[]; readonly packing: Packing<Toy> } {
  const told: string[] = [];
  const tell =
    (what: string) =>
    ({ name, data }: Toy): void =>
      void told.push(`${what} ${name} ${data.text}`);
  return { told, packing: { hold: tell("holds"), supersede: tell("supersedes"), release: tell("releases") } };
}

test("whoever packs items is told which of them the cache holds", async () => {
  const { told, packing } = telling();
  const first = await createToyWorld();
  await first.put("ns/a", "read");
  const world = await createToyWorld({ packing, history: { maxChanges: 2 } }, (s) => s, first.storage);
  await world.toys.ready();
  await world.put("ns/b", "new");
  await world.put("ns/a", "changed");
  await world.remove("ns/b");
  await world.put("ns/a", "again");
  expect(told).toEqual([
    "holds a read",
    "holds b new",
    "holds a changed",
    "supersedes a read",
    "supersedes b new",
    "holds a again",
    "supersedes a changed",
    "releases a read",
  ]);
});

test("a cache that is read anew lets go of all that it held", async () => {
  const { told, packing } = telling();
  const first = await createToyWorld();
  await first.put("ns/a", "old");
  const world = await createToyWorld({ packing }, failing(compacted, 1), first.storage);
  await world.toys.ready();
  await world.put("ns/a", "new");
  await expect.poll(() => told).toContain("holds a new");
  told.length = 0;
  await world.put("ns/b", "other");
  await expect
    .poll(() => {
      world.clock.advance(1000);
      return told;
    })
    .toEqual(["releases a old", "releases a new", "holds a new", "holds b other"]);
});
