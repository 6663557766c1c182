import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createRegistryFixture } from "../testing/registry-fixture.ts";
import { startInformer } from "./informer.ts";

it("an informer whose watch cannot be resumed tries again, and delivers the changes in between", async () => {
  const { registry, notes, clock, create } = await createRegistryFixture();
  let failures = 0;
  const unreachable = {
    ...registry,
    watch: (...[endpoint, input]: Parameters<typeof registry.watch>) =>
      failures-- > 0 ? Promise.reject(new Error("the store is not reachable")) : registry.watch(endpoint, input),
  };
  const delivered: string[] = [];
  const handler = {
    set: ({ name }: { readonly name: string }) => void delivered.push(name),
    remove: ({ name }: { readonly name: string }) => void delivered.push(`-${name}`),
  };
  const informer = startInformer({ registry: unreachable, endpoint: () => notes, handler });
  await informer.ready;
  failures = 2;
  registry.store(notes.definition)?.cache.endWatches("example.com/v1");
  await setImmediate();
  await create("ns/a");
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(delivered).toEqual([]);
    clock.advance(1_000);
    await setImmediate();
  }
  expect(delivered).toEqual(["a"]);
  informer.stop();
});

it("a stopped informer does not resume its watch", async () => {
  const { registry, notes, clock, create } = await createRegistryFixture();
  let isReachable = true;
  const unreachable = {
    ...registry,
    watch: (...[endpoint, input]: Parameters<typeof registry.watch>) =>
      isReachable ? registry.watch(endpoint, input) : Promise.reject(new Error("the store is not reachable")),
  };
  const delivered: string[] = [];
  const handler = { set: () => void delivered.push("set"), remove: () => void delivered.push("remove") };
  const informer = startInformer({ registry: unreachable, endpoint: () => notes, handler });
  await informer.ready;
  isReachable = false;
  registry.store(notes.definition)?.cache.endWatches("example.com/v1");
  await setImmediate();
  informer.stop();
  isReachable = true;
  await create("ns/a");
  clock.advance(5_000);
  await setImmediate();
  expect(delivered).toEqual([]);
});
