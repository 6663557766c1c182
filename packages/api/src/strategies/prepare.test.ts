import { type ApiObject, svcDialect } from "@svc/meta";
import type { Strategy, WriteContext } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { customResourceDefinition } from "./custom-resource-definition.ts";
import { kindStrategies } from "./kinds.ts";
import { lease } from "./lease.ts";

const now = "2026-01-02T03:04:05Z";

/** What a strategy makes of an object. */
function prepared(
  strategy: Partial<Strategy>,
  parts: object,
  before?: object,
  gates: readonly string[] = [],
): ApiObject {
  const context: WriteContext = {
    now,
    nowMs: Date.parse(now),
    gates: { enabled: (gate) => gates.includes(gate) },
    group: "",
    version: "v1",
    namespace: "ns",
    warn: () => undefined,
  };
  const whole = (more: object): ApiObject => structuredClone({ metadata: { name: "a" }, ...more }) as ApiObject;
  const object = whole(parts);
  if (before === undefined) strategy.prepareCreate?.(object, context);
  else strategy.prepareUpdate?.(object, whole(before), context);
  return object;
}

describe("a definition remembers in which versions objects lie", () => {
  const versions = (...stored: readonly string[]): object => ({
    spec: { versions: ["v1", "v2"].map((name) => ({ name, storage: stored.includes(name) })) },
  });

  it.each<[string, object, object | undefined, readonly string[]]>([
    ["the first", versions("v1"), undefined, ["v1"]],
    ["whatever clients say", { ...versions("v2"), status: { storedVersions: ["v9"] } }, undefined, ["v2"]],
    ["the same again", versions("v1"), { ...versions("v1"), status: { storedVersions: ["v1"] } }, ["v1"]],
    ["another one", versions("v2"), { ...versions("v1"), status: { storedVersions: ["v1"] } }, ["v1", "v2"]],
  ])("%s", (_, object, before, storedVersions) => {
    expect(prepared(customResourceDefinition(svcDialect), object, before)["status"]).toEqual({ storedVersions });
  });
});

describe("a lease without the gate", () => {
  const election = { strategy: "OldestEmulationVersion", preferredHolder: "b" };

  it("chooses no leader", () => {
    expect(prepared(lease, { spec: { holderIdentity: "a", ...election } })["spec"]).toEqual({ holderIdentity: "a" });
  });

  it("keeps a strategy that it already has", () => {
    const before = { spec: { strategy: "OldestEmulationVersion" } };
    expect(prepared(lease, { spec: election }, before)["spec"]).toEqual({ strategy: "OldestEmulationVersion" });
  });

  it("chooses one with the gate", () => {
    expect(prepared(lease, { spec: election }, undefined, ["CoordinatedLeaderElection"])["spec"]).toEqual(election);
  });
});

describe("changes that increment the generation", () => {
  it.each<[string, object, boolean]>([
    ["apps/Deployment", { spec: { replicas: 2 } }, true],
    ["apps/Deployment", { metadata: { annotations: { a: "b" } } }, true],
    ["apps/Deployment", { metadata: { labels: { a: "b" } } }, false],
  ])("%s %j", (kind, change, raised) => {
    const rule = kindStrategies(svcDialect)[kind]?.generation;
    if (typeof rule !== "function") throw new TypeError(`${kind} has no rule of its own`);
    const before = { metadata: {}, spec: { replicas: 1 } } as ApiObject;
    expect(rule({ ...before, ...change } as ApiObject, before, {} as WriteContext)).toBe(raised);
  });
});
