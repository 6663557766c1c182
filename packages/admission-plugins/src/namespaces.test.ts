import type { NamespaceSource } from "@svc/admission";
import { alreadyExists, badRequest } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { namespaceAutoProvision } from "./namespace-auto-provision.ts";
import { namespaceExists } from "./namespace-exists.ts";
import { requestFor, verdictOf } from "./testing/request.ts";

const there = { metadata: { name: "there" } };
const namespaces: NamespaceSource = {
  get: (name) => (name === "there" ? there : undefined),
  getFresh: async (name) => (name === "late" ? there : undefined),
};

describe("NamespaceExists", () => {
  test.each([
    ["configmaps", "there", "admitted"],
    ["configmaps", "late", "admitted"],
    ["configmaps", "gone", 'namespaces "gone" not found'],
    ["nodes", "", "admitted"],
    ["namespaces", "gone", "admitted"],
  ])("%s in %s", async (resource, namespace, want) => {
    expect(await verdictOf(namespaceExists({ namespaces }), requestFor(resource, {}, { namespace }))).toBe(want);
  });
});

describe("NamespaceAutoProvision", () => {
  test.each<[resource: string, namespace: string, dryRun: boolean, want: string, made: readonly string[]]>([
    ["configmaps", "there", false, "admitted", []],
    ["configmaps", "late", false, "admitted", []],
    ["configmaps", "new", false, "admitted", ["new"]],
    ["configmaps", "new", true, "admitted", []],
    ["configmaps", "raced", false, "admitted", ["raced"]],
    ["configmaps", "Bad", false, 'configmaps "a" is forbidden: no such name', ["Bad"]],
    ["nodes", "", false, "admitted", []],
    ["namespaces", "new", false, "admitted", []],
  ])("%s in %s, dry run: %s", async (resource, namespace, dryRun, want, expected) => {
    const made: string[] = [];
    const create = async (name: string): Promise<void> => {
      made.push(name);
      if (name === "Bad") throw badRequest("no such name");
      if (name === "raced") throw alreadyExists({ group: "", resource: "namespaces", name });
    };
    const plugin = namespaceAutoProvision({ namespaces, create });
    expect(await verdictOf(plugin, requestFor(resource, {}, { namespace, dryRun }))).toBe(want);
    expect(made).toEqual(expected);
  });
});
