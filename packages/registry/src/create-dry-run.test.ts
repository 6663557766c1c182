import { describe, expect, it } from "vitest";
import { createRegistryFixture } from "./testing/registry-fixture.ts";

describe("a dry run of a creation shows the version that the client sent", () => {
  it.each([
    ["5", "5"],
    ["05", "05"],
    ["0", "0"],
    ["-1", "-1"],
    ["x", "x"],
    ['"é', '"é'],
    ["99999999999999999999999", "99999999999999999999999"],
    ["", undefined],
  ])("%j", async (resourceVersion, want) => {
    const w = await createRegistryFixture();
    const { stored } = await w.registry.create(w.notes, w.context, {
      namespace: "ns",
      object: { apiVersion: "example.com/v1", kind: "Note", metadata: { name: "a", namespace: "ns", resourceVersion } },
      options: { ...w.options, dryRun: true },
    });
    expect(JSON.parse(stored.body.toString()).metadata.resourceVersion).toBe(want);
    expect(await w.names()).toEqual([]);
  });
});
