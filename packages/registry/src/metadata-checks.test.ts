import { type ApiObject, StatusError } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { expect, it } from "vitest";
import { createRegistryFixture, defineNotes } from "./testing/registry-fixture.ts";

type Checks = NonNullable<Strategy["metadataChecks"]>["onUpdate"];

const form = "metadata.finalizers";
const standard = "metadata.finalizers[0]";

it.each<[string, Checks, readonly string[]]>([
  ["usually", undefined, [form, standard, form, standard]],
  ["nothing more", [], [form]],
  ["the change", ["change"], [form, standard]],
  ["the object", ["object"], [form, form, standard]],
  ["the object before the change", ["object", "change"], [form, form, standard, standard]],
  ["the object twice", ["object", "object"], [form, form, standard, form, standard]],
])("a kind runs its own metadata checks on updates: %s", async (_name, onUpdate, fields) => {
  const fixture = await createRegistryFixture(
    defineNotes({ metadataChecks: onUpdate === undefined ? {} : { onUpdate } }),
  );
  const { metadata } = await fixture.create("ns/a", {});
  const object = { metadata: { ...metadata, finalizers: ["a b"] } } as ApiObject;
  const update = fixture.registry.update(fixture.notes, fixture.context, {
    target: { namespace: "ns", name: "a" },
    object,
    options: fixture.options,
  });
  const error: unknown = await update.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error instanceof StatusError && error.details?.causes?.map((c) => c.field)).toEqual(fields);
});

it.each<[string, Strategy["metadataChecks"], number | undefined]>([
  ["only well-known ones", undefined, 422],
  ["wherever the kind takes any name", { finalizers: "qualified" }, undefined],
])("finalizers without a domain are allowed %s", async (_name, metadataChecks, code) => {
  const fixture = await createRegistryFixture(defineNotes(metadataChecks === undefined ? {} : { metadataChecks }));
  const error: unknown = await fixture.create("ns/a", { metadata: { finalizers: ["cleanup.example.com"] } }).then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error instanceof StatusError ? error.code : undefined).toBe(code);
});
