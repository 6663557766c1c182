import { expect, it } from "vitest";
import { embeddedMetadataErrors } from "./object-meta.ts";

it.each<[object, readonly string[]]>([
  [{}, []],
  [{ name: "a", namespace: "ns", labels: { l: "m" } }, []],
  [{ name: "a", namespace: "X Y" }, ["spec.at.metadata.namespace"]],
  [
    {
      managedFields: [
        { operation: "Update", manager: "m" },
        { operation: "Apply", fieldsType: "FieldsV1" },
      ],
    },
    [],
  ],
  [
    { managedFields: [{}, { operation: "update", fieldsType: "x", manager: "m".repeat(129) }] },
    [
      "spec.at.metadata.managedFields[0].operation",
      "spec.at.metadata.managedFields[1].operation",
      "spec.at.metadata.managedFields[1].fieldsType",
      "spec.at.metadata.managedFields[1].manager",
    ],
  ],
  [{ name: "a/b", labels: { "a b": "c" } }, ["spec.at.metadata.name", "spec.at.metadata.labels"]],
])("metadata %j of an embedded object has errors at %j", (metadata, fields) => {
  expect(embeddedMetadataErrors(metadata, "spec.at.metadata").map(({ field }) => field)).toEqual(fields);
});
