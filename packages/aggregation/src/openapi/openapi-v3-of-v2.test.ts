import { expect, test } from "vitest";
import { openApiV3OfV2 } from "./openapi-v3-of-v2.ts";

test("a document of OpenAPI v2 becomes one of v3, as kube-apiserver makes it", () => {
  const thing = { $ref: "#/definitions/Thing" };
  const document = {
    swagger: "2.0",
    info: { title: "x", version: "v0" },
    paths: {
      "/apis/g/v1/things": {
        parameters: [
          { name: "pretty", in: "query", type: "string", uniqueItems: true, description: "p", pattern: "a" },
        ],
        get: {
          operationId: "list",
          schemes: ["https"],
          produces: ["application/json", "application/yaml"],
          responses: { 200: { description: "OK", schema: { type: "array", items: thing }, headers: {} }, 401: {} },
          "x-kubernetes-action": "list",
        },
        post: {
          consumes: ["*/*"],
          security: [],
          parameters: [
            { name: "body", in: "body", required: true, schema: thing },
            { name: "q", in: "query", type: "boolean", required: true },
          ],
          responses: { 200: { description: "OK", schema: thing } },
        },
        put: { parameters: [{ name: "body", in: "body", schema: thing }], responses: {} },
        "x-path": 1,
      },
    },
    definitions: { Thing: { type: "object", properties: { next: thing }, allOf: [thing] } },
  };
  const converted = { $ref: "#/components/schemas/Thing" };
  const list = { schema: { type: "array", items: converted } };
  expect(openApiV3OfV2(document)).toEqual({
    openapi: "3.0.0",
    info: { title: "x", version: "v0" },
    paths: {
      "/apis/g/v1/things": {
        parameters: [{ name: "pretty", in: "query", description: "p", schema: { type: "string", uniqueItems: true } }],
        get: {
          operationId: "list",
          responses: {
            200: { description: "OK", content: { "application/json": list, "application/yaml": list } },
            401: {},
          },
          "x-kubernetes-action": "list",
        },
        post: {
          parameters: [{ name: "q", in: "query", required: true, schema: { type: "boolean" } }],
          requestBody: { content: { "*/*": { schema: converted } } },
          responses: { 200: { description: "OK" } },
        },
        put: { requestBody: {}, responses: {} },
        "x-path": 1,
      },
    },
    components: { schemas: { Thing: { type: "object", properties: { next: converted }, allOf: [converted] } } },
  });
});

test.each([undefined, null, [], {}, { paths: 1, definitions: "a" }, { paths: { "/a": { get: 3, parameters: {} } } }])(
  "invalid documents (%j) become empty ones",
  (document) => {
    expect(openApiV3OfV2(document)).toMatchObject({ openapi: "3.0.0", components: { schemas: {} } });
  },
);
