import type { ManagedFieldsEntry } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { type FieldView, ownersAfterView, ownersOfView } from "./field-view.ts";

const view: FieldView = {
  inObject: (apiVersion) => (apiVersion === "example.io/v1" ? ["spec", "size"] : undefined),
  inView: ["spec", "replicas"],
  viewVersion: "autoscaling/v1",
};

function entry(manager: string, fieldsV1: object, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  const { operation = "Update", apiVersion = "example.io/v1", ...rest } = more;
  return { manager, operation, apiVersion, fieldsType: "FieldsV1", fieldsV1, ...rest } as ManagedFieldsEntry;
}

const size = { "f:spec": { "f:size": {} } };
const sizeAndMore = { "f:spec": { "f:other": {}, "f:size": {} } };
const replicas = { "f:spec": { "f:replicas": {} } };
const scaled = { apiVersion: "autoscaling/v1", subresource: "scale" };
const time = "2026-01-01T00:00:00Z";

test("a view shows only the owner of the field", () => {
  const entries = [
    entry("a", sizeAndMore, { time }),
    entry("b", { "f:spec": { "f:other": {} } }),
    entry("c", size, { apiVersion: "example.io/v0" }),
  ];
  expect(ownersOfView(entries, view)).toEqual([entry("a", replicas, { time, apiVersion: "autoscaling/v1" })]);
  expect(ownersOfView(undefined, view)).toEqual([]);
});

describe("after a write of the view", () => {
  const cases: readonly {
    readonly name: string;
    readonly object: readonly ManagedFieldsEntry[];
    readonly view: readonly ManagedFieldsEntry[];
    readonly want: readonly ManagedFieldsEntry[] | undefined;
  }[] = [
    {
      name: "an owner that lost the field in the view keeps its other fields",
      object: [entry("a", sizeAndMore, { time })],
      view: [entry("b", replicas, { ...scaled, time })],
      want: [entry("b", size, { subresource: "scale" }), entry("a", { "f:spec": { "f:other": {} } }, { time })],
    },
    {
      name: "an owner without other fields is removed",
      object: [entry("a", size, { subresource: "scale" })],
      view: [],
      want: undefined,
    },
    {
      name: "an owner that still owns the field is unchanged",
      object: [entry("a", size, { subresource: "scale" })],
      view: [entry("a", replicas, { ...scaled, time })],
      want: [entry("a", size, { subresource: "scale" })],
    },
    {
      name: "an update of another field of the view does not own the field",
      object: [entry("a", size, { subresource: "scale" })],
      view: [entry("a", { "f:metadata": { "f:labels": {} } }, scaled)],
      want: undefined,
    },
    {
      name: "an apply of any field of the view keeps the field",
      object: [entry("a", size, { operation: "Apply", subresource: "scale" })],
      view: [entry("a", { "f:spec": {} }, { ...scaled, operation: "Apply" })],
      want: [entry("a", size, { operation: "Apply", subresource: "scale" })],
    },
    {
      name: "fields named in a version without the view are unchanged",
      object: [entry("a", size, { apiVersion: "example.io/v0" })],
      view: [],
      want: [entry("a", size, { apiVersion: "example.io/v0" })],
    },
  ];
  test.each(cases)("$name", ({ object, view: after, want }) => {
    expect(ownersAfterView({ ofObject: object, ofView: after }, view, "example.io/v1")).toEqual(want);
  });
});
