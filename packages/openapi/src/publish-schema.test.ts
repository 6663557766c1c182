import { kubernetesDialect } from "@svc/meta";
import { createStruct } from "@svc/schema";
import { expect, it } from "vitest";
import { publishDefinition } from "./publish-schema.ts";

it.each([2, 3] as const)("the details of a status are marked as a list in version %d", (version) => {
  const openapiName = "io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails";
  const details = createStruct([], { name: "meta/v1.StatusDetails", openapiName });
  const status = createStruct([{ name: "details", schema: details, presence: "explicit" }]);
  expect(publishDefinition(status, { dialect: kubernetesDialect, version, semantics: "typed" })).toMatchObject({
    properties: { details: { "x-kubernetes-list-type": "atomic" } },
  });
});
