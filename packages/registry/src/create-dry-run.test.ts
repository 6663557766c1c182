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
    const fixture = await createRegistryFixture();
    const { stored } = await fixture.registry.create(fixture.notes, fixture.context, {
      namespace: "ns",
      object: { apiVersion: "example.com/v1", kind: "Note", metadata: { name: "a", namespace: "ns", resourceVersion } },
      options: { ...fixture.options, dryRun: true },
    });
    expect(JSON.parse(stored.body.toString()).metadata.resourceVersion).toBe(want);
    expect(await fixture.names()).toEqual([]);
  });
});
