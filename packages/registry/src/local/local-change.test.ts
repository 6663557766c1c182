import type { ApiObject } from "@svc/meta";
import { expect, it } from "vitest";
import { createRegistryFixture } from "../testing/registry-fixture.ts";
import { createLocalClient } from "./local-client.ts";

it.each([
  ["a copy of the stored object", {}, false],
  ["the stored object, on request", { copies: false }, true],
])("a change gets %s, and stores the same", async (_, options, isShared) => {
  const { registry, notes } = await createRegistryFixture();
  const resource = createLocalClient(registry).resource("example.com", "notes");
  const target = { namespace: "ns", name: "a" };
  await resource?.create({ metadata: { ...target, labels: { a: "b" } }, spec: { parts: [{ size: 1 }] } } as ApiObject);
  const store = registry.store(notes.definition);
  const before = store?.cache.get(store.keyOf("ns", "a"))?.object;
  let live: ApiObject | undefined;
  const changed = await resource?.change(
    target,
    (passed) => {
      live = passed;
      return { ...passed, status: { ready: true } };
    },
    options,
  );
  expect([live === before, live?.["spec"] === before?.["spec"]]).toEqual([isShared, isShared]);
  expect(changed?.object).toMatchObject({ spec: { parts: [{ size: 1 }] }, status: { ready: true } });
  expect(changed?.object["spec"]).toBe(before?.["spec"]);
  expect(before).not.toHaveProperty("status");
  expect(changed?.object.metadata).not.toBe(before?.metadata);
  expect(changed?.revision).toBeGreaterThan(Number(before?.metadata.resourceVersion));
  await registry.close();
});
