import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

let server: TestServer;
let converted: ApiObject[] = [];
const objects = "/apis/example.com/v2/namespaces/default/widgets";

/** Adds a label to each object that it converts. */
const convert = (object: ApiObject, apiVersion: string): ApiObject => {
  converted.push(object);
  const { metadata } = object;
  return { ...object, apiVersion, metadata: { ...metadata, labels: { ...metadata.labels, by: "hook" } } };
};

beforeAll(async () => {
  server = await startTestServer({
    dialect: kubernetesDialect,
    controlPlane: {
      callConversionWebhook: (_, { apiVersion, kind, request }) => {
        const convertedObjects = request.objects.map((object) => convert(object, request.desiredAPIVersion));
        const response = { uid: request.uid, result: { status: "Success" }, convertedObjects };
        return Promise.resolve({ apiVersion, kind, response });
      },
    },
  });
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: { type: "object" } } } };
  const webhook = { conversionReviewVersions: ["v1"], clientConfig: { url: "https://example.com/convert" } };
  await server.fetch("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "widgets", kind: "Widget" },
        conversion: { strategy: "Webhook", webhook },
        versions: ["v1", "v2"].map((name) => ({ name, served: true, storage: name === "v1", schema })),
      },
    }),
  });
  // The type is served a moment after its definition was answered.
  await vi.waitUntil(async () => (await server.fetch(objects)).status === 200, { interval: 1 });
  await server.fetch(objects.replace("v2", "v1"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } }),
  });
});
beforeEach(() => {
  converted = [];
});
afterAll(() => server[Symbol.asyncDispose]());

const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
const partial = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
const partialList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
const labels = { metadata: { labels: { by: "hook" } } };

it.each<[string, string, string, object]>([
  ["an object", "/a", "application/json", labels],
  ["metadata", "/a", partial, labels],
  ["the object of a row", "/a", table, { rows: [{ object: labels }] }],
  ["the metadata of a list", "", partialList, { items: [labels] }],
  ["the objects of a table", "", table, { rows: [{ object: labels }] }],
])("%s has the labels that the conversion adds", async (_, path, accept, shown) => {
  const response = await server.fetch(`${objects}${path}`, { headers: { accept } });
  expect(await response.json()).toMatchObject(shown);
});

it("an object that an apply creates has its uid and its time when it is converted", async () => {
  const response = await server.fetch(`${objects}/new?fieldManager=m`, {
    method: "PATCH",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: JSON.stringify({ apiVersion: "example.com/v2", kind: "Widget", metadata: { name: "new" } }),
  });
  expect(response.status).toBe(201);
  expect(converted[0]?.metadata).toMatchObject({
    uid: expect.any(String),
    creationTimestamp: expect.any(String),
    generation: 1,
  });
});
