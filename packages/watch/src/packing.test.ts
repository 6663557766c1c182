import { expect, test } from "vitest";
import type { ItemPacking } from "./cache-state.ts";
import { createCacheFixture, type TestItem } from "./testing/cache-fixture.ts";
import { compactedError, failingWatch } from "./testing/failing-watch.ts";

function telling(): { readonly received: string[]; readonly packing: ItemPacking<TestItem> } {
  const received: string[] = [];
  const tell =
    (what: string) =>
    ({ name, data }: TestItem): void =>
      void received.push(`${what} ${name} ${data.text}`);
  return { received, packing: { hold: tell("holds"), supersede: tell("supersedes"), release: tell("releases") } };
}

test("packing is notified of the items that the cache holds", async () => {
  const { received, packing } = telling();
  const first = await createCacheFixture();
  await first.put("ns/a", "read");
  const fixture = await createCacheFixture({ packing, history: { maxChanges: 2 } }, (s) => s, first.storage);
  await fixture.cache.ready();
  await fixture.put("ns/b", "new");
  await fixture.put("ns/a", "changed");
  await fixture.remove("ns/b");
  await fixture.put("ns/a", "again");
  expect(received).toEqual([
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

test("a cache that is filled again releases its former content", async () => {
  const { received, packing } = telling();
  const first = await createCacheFixture();
  await first.put("ns/a", "old");
  const fixture = await createCacheFixture({ packing }, failingWatch(compactedError, 1), first.storage);
  await fixture.cache.ready();
  await fixture.put("ns/a", "new");
  await expect.poll(() => received).toContain("holds a new");
  received.length = 0;
  await fixture.put("ns/b", "other");
  await expect
    .poll(() => {
      fixture.clock.advance(1000);
      return received;
    })
    .toEqual(["releases a old", "releases a new", "holds a new", "holds b other"]);
});
