import { kubernetesDialect } from "@svc/meta";
import { createStruct, defineResource } from "@svc/schema";
import { expect, test } from "vitest";
import { z } from "zod";
import { openapiV3Document } from "./index.ts";

test("a resource that is defined by a zod schema is published, with its scale", () => {
  const spec = z.object({ size: z.int32().min(1).default(3), replicas: z.int32().optional() });
  const widgets = defineResource({
    group: "shop.example.com",
    version: "v1",
    kind: "Widget",
    schema: z.object({ spec, status: z.object({ replicas: z.int32() }).partial().optional() }),
    scale: { replicas: ".spec.replicas", statusReplicas: ".status.replicas" },
  });
  const document = openapiV3Document({
    dialect: kubernetesDialect,
    definitions: widgets(kubernetesDialect),
    structs: (name) => createStruct([], { name, openapiName: name }),
    group: "shop.example.com",
    version: "v1",
  });
  expect(document).toHaveProperty(["paths", "/apis/shop.example.com/v1/namespaces/{namespace}/widgets/{name}/scale"]);
  expect(document["components"]).toMatchObject({
    schemas: {
      "com.example.shop.v1.Widget": {
        required: ["spec"],
        properties: { spec: { properties: { size: { type: "integer", minimum: 1, default: 3 } } } },
      },
    },
  });
});
