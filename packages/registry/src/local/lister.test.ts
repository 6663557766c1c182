import { createMemoryStorage } from "@svc/storage/memory";
import { expect, it } from "vitest";
import { createRegistryFixture, plainCodec } from "../testing/registry-fixture.ts";
import { createLocalClient } from "./local-client.ts";

it("a fresh read during the first load has what was committed after the load had read the store", async () => {
  const memory = createMemoryStorage();
  const loaded = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<void>();
  const storage: typeof memory = {
    ...memory,
    range: async (...args) => {
      const page = await memory.range(...args);
      await loaded.promise;
      return page;
    },
    async *watch(...args) {
      for await (const batch of memory.watch(...args)) {
        await delivered.promise;
        yield batch;
      }
    },
  };
  const { registry, notes } = await createRegistryFixture(undefined, { storage });
  const listed = createLocalClient(registry).resource("example.com", "notes");
  expect(listed?.ready()).toBeInstanceOf(Promise);
  const { definition, version } = notes;
  const metadata = { name: "a", namespace: "ns", uid: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
  const value = plainCodec.encode({ metadata }, version, definition);
  const key = registry.store(definition)?.cache.keyOf("ns", "a") ?? "";
  await memory.commit([{ op: "put", key, value }]);
  const fresh = Promise.resolve(listed?.getFresh({ namespace: "ns", name: "a" }));
  loaded.resolve();
  await listed?.ready();
  delivered.resolve();
  expect(await fresh).toMatchObject({ metadata });
  await registry.close();
});
