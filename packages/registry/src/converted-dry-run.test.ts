import { type ApiObject, formatApiVersion } from "@svc/meta";
import { expect, test } from "vitest";
import { createRegistryFixture, defineNotes } from "./testing/registry-fixture.ts";

test.each([
  ["the revision of the live object in a dry run", true],
  ["no revision in a write", false],
])("the conversion of a changed object to the stored version sees %s", async (_, dryRun) => {
  const sent: ApiObject[] = [];
  const converted = (object: ApiObject): ApiObject => ({ ...object, metadata: { ...object.metadata } });
  const conversion = {
    toStorage: (object: ApiObject): ApiObject => {
      sent.push(object);
      return converted(object);
    },
    fromStorage: converted,
    fromStorageAll: (objects: readonly ApiObject[]) => Promise.resolve(objects),
  };
  const [v1] = defineNotes().versions;
  const v2 = { ...v1!, version: "v2", conversion };
  const fixture = await createRegistryFixture(defineNotes({}, { versions: [v1!, v2] }));
  const { resourceVersion } = (await fixture.create("ns/a")).metadata;
  const target = { namespace: "ns", name: "a" };
  const { stored } = await fixture.registry.update({ ...fixture.notes, version: v2 }, fixture.context, {
    target,
    object: { apiVersion: formatApiVersion(v2), kind: "Note", metadata: { ...target }, spec: 1 },
    options: { ...fixture.options, dryRun },
  });
  expect(stored.isUnstored).toBe(dryRun);
  expect(sent.map(({ metadata }) => metadata.resourceVersion)).toEqual([dryRun ? resourceVersion : undefined]);
});
