import { yamlOf } from "@svc/codec";
import { kubernetesDialect as dialect } from "@svc/meta";
import { defineResource, type JsonObject } from "@svc/schema";
import { expect, it } from "vitest";
import { z } from "zod";
import { startTestServer } from "./start-test-server.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const variants = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("git"), url: z.string().max(200) }),
  z.object({ kind: z.literal("oci"), image: z.string() }),
]);

/** A type with most of what declarations say. */
const route = defineResource({
  group: "net.example.com",
  version: "v1beta1",
  kind: "Route",
  shortNames: ["rt"],
  categories: ["all"],
  columns: [{ name: "Hosts", path: ".spec.hostnames" }],
  selectableFields: ["spec.class"],
  scale: { replicas: ".spec.replicas", statusReplicas: ".status.replicas" },
  schema: z.object({
    spec: z
      .object({
        class: z.string().max(63),
        replicas: z.int32().default(1),
        hostnames: z.array(z.string().max(253)).max(16).meta({ "x-list-type": "set" }).optional(),
        port: z.union([z.int(), z.string()]),
        source: variants,
        value: z.union([z.string(), z.boolean()]).optional(),
        values: z.looseObject({}).optional(),
        labels: z.record(z.string(), z.string()).optional(),
        timeout: z.string().nullable().optional(),
        weight: z.union([z.int().min(0), z.string().regex(/^\d+%$/)]).optional(),
        nothing: z.null().optional(),
        secret: z.base64().readonly().meta({ deprecated: true }).optional(),
        either: z.xor([z.object({ a: z.string() }), z.object({ a: z.int() })]).optional(),
      })
      .meta({ "x-validations": [{ rule: "self.replicas < 10", message: "too many" }] }),
    status: z.object({ replicas: z.int32().optional() }).optional(),
  }),
});

it("a server takes the definition of a declared type as YAML, and serves the type", async () => {
  await using server = await startTestServer({ dialect });
  const response = await server.fetch(`${definitions}?fieldValidation=Strict`, {
    method: "POST",
    headers: { "content-type": "application/yaml" },
    body: yamlOf(Buffer.from(JSON.stringify(route.customResource(dialect)))).toString("utf8"),
  });
  expect([response.status, await response.json()]).toMatchObject([201, { kind: "CustomResourceDefinition" }]);
  await server.settle();
  const path = "/apis/net.example.com/v1beta1/namespaces/default/routes";
  const make = async (spec: object, name = "a"): Promise<readonly [number, unknown]> => {
    const body = JSON.stringify({
      apiVersion: "net.example.com/v1beta1",
      kind: "Route",
      metadata: { name },
      spec: { class: "a", port: "http", source: { kind: "git", url: "u" }, ...spec },
    });
    const made = await server.fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    return [made.status, await made.json()];
  };
  const causes = (...fields: readonly string[]): object => ({
    details: { causes: fields.map((field) => ({ field })) },
  });
  expect(await make({ replicas: 10 })).toMatchObject([422, causes("spec")]);
  expect(await make({ class: 1 })).toMatchObject([422, causes("spec.class", "<nil>")]);
  expect(await make({ source: { kind: "oci", url: "u" } })).toMatchObject([422, {}]);
  const more = { weight: "10%", nothing: null, secret: "YQ==", either: { a: 1 } };
  expect(await make(more)).toMatchObject([201, { spec: more }]);
  expect(await make({}, "b")).toMatchObject([201, { spec: { replicas: 1 } }]);
});

it("what functions decide is not part of a definition", () => {
  const type = defineResource({
    group: "a.example.com",
    version: "v1",
    kind: "Plain",
    columns: [{ name: "N", value: () => "n" }],
    schema: z.object({ spec: z.object({ a: z.string() }).refine(({ a }) => a !== "") }),
  });
  const { spec } = type.customResource(dialect) as { readonly spec: { readonly versions: readonly JsonObject[] } };
  expect(spec.versions).toEqual([
    {
      name: "v1",
      served: true,
      storage: true,
      schema: {
        openAPIV3Schema: {
          type: "object",
          properties: { spec: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
          required: ["spec"],
        },
      },
    },
  ]);
});
