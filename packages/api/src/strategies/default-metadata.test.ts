import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import type { SchemaNode } from "../validation/apiextensions/schema-node.ts";
import { pruneDefaultMetadata } from "./default-metadata.ts";

const prune = pruneDefaultMetadata(kubernetesDialect);
const embedded = { type: "object", "x-kubernetes-embedded-resource": true };
const object = (metadata: unknown): object => ({ apiVersion: "v1", kind: "K", metadata, extra: { odd: 1, no: null } });
const [odd, kept] = [object({ name: "a", odd: 1 }), object({ name: "a" })];

function pruned(schema: object): unknown {
  const copy = structuredClone(schema) as SchemaNode;
  prune(copy);
  return copy;
}

describe("metadata of an embedded object in a default", () => {
  const owner = { apiVersion: "v1", kind: "K", name: "n", uid: "u" };
  it.each<[unknown, unknown]>([
    [
      { name: "a", odd: 1, labels: { a: "b" } },
      { name: "a", labels: { a: "b" } },
    ],
    [{ ownerReferences: [{ ...owner, odd: 1 }] }, { ownerReferences: [owner] }],
    [{ uid: "x", creationTimestamp: null }, { uid: "x" }],
    [{ creationTimestamp: "2024-01-01T00:00:00.5+01:00" }, { creationTimestamp: "2023-12-31T23:00:00Z" }],
    [{ Name: "a" }, {}],
    [null, {}],
    [
      { labels: { a: 1 }, odd: 1 },
      { labels: { a: 1 }, odd: 1 },
    ],
    ["x", "x"],
  ])("%j is stored as %j", (metadata, stored) => {
    expect(pruned({ properties: { a: { ...embedded, default: object(metadata) } } })).toEqual({
      properties: { a: { ...embedded, default: object(stored) } },
    });
  });
});

describe("defaults", () => {
  it.each<[string, (value: object) => object, boolean]>([
    ["of a whole object", (value) => ({ default: value }), true],
    ["of items", (value) => ({ items: { ...embedded, default: value } }), true],
    ["with items", (value) => ({ properties: { a: { items: embedded, default: [value, value] } } }), true],
    ["with members", (value) => ({ properties: { a: { properties: { e: embedded }, default: { e: value } } } }), true],
    [
      "with values",
      (value) => ({ properties: { a: { additionalProperties: embedded, default: { e: value } } } }),
      true,
    ],
    ["within values of maps", (value) => ({ additionalProperties: { ...embedded, default: value } }), false],
    ["of other objects", (value) => ({ properties: { a: { type: "object", default: value } } }), false],
  ])("%s", (_, schemaOf, changes) => {
    expect(pruned(schemaOf(odd))).toEqual(schemaOf(changes ? kept : odd));
  });

  it("without metadata get none", () => {
    const schema = { properties: { a: { ...embedded, default: { apiVersion: "v1", kind: "K" } } } };
    expect(pruned(schema)).toEqual(schema);
  });
});
