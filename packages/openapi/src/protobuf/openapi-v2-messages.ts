import { finishSteps, type Steps } from "@svc/base";
import { anObject, checkArgument } from "@svc/base/check";
import type { JsonValue } from "@svc/meta";
import type { JsonObject } from "@svc/schema";
import { additionalProperties, constraints, text, texts } from "./field-types.ts";
import { type MessageType, messageSteps, type ValueType } from "./message-type.ts";

/**
 * Encodes an OpenAPI v2 document as protobuf. Source: the message format `openapi.v2`, which Go
 * clients request.
 * @throws {TypeError} for a wrong argument
 */
export function openapiV2Protobuf(document: JsonObject): Uint8Array {
  checkArgument("openapiV2Protobuf: document", document, anObject);
  return finishSteps(openapiV2ProtobufSteps(document));
}

/** The same in many short steps. @throws {TypeError} for a wrong argument */
export function openapiV2ProtobufSteps(document: JsonObject): Steps<Uint8Array> {
  checkArgument("openapiV2ProtobufSteps: document", document, anObject);
  return messageSteps(documentType, document);
}

function member(value: JsonValue, name: string): JsonValue | undefined {
  return (value as JsonObject)[name];
}

const schema: ValueType = { message: () => schemaType };
const operation: ValueType = { message: () => operationType };

const schemaType: MessageType = {
  fields: {
    $ref: text(1),
    format: text(2),
    title: text(3),
    description: text(4),
    ...constraints(6),
    additionalProperties: additionalProperties(21, schema),
    type: { number: 22, of: { wrapped: text(1) } },
    items: { number: 23, of: { wrapped: { number: 1, of: schema } } },
    allOf: { number: 24, of: schema, many: "list" },
    properties: { number: 25, of: schema, many: "named" },
  },
  extensions: 31,
};

const bodyType: MessageType = {
  fields: {
    description: text(1),
    name: text(2),
    in: text(3),
    required: { number: 4, of: "bool" },
    schema: { number: 5, of: schema },
  },
  extensions: 6,
};

const common: MessageType["fields"] = {
  required: { number: 1, of: "bool" },
  in: text(2),
  description: text(3),
  name: text(4),
};
const queryType: MessageType = {
  fields: { ...common, type: text(6), format: text(7), uniqueItems: { number: 20, of: "bool" } },
  extensions: 23,
};
const pathType: MessageType = {
  fields: { ...common, type: text(5), format: text(6), uniqueItems: { number: 19, of: "bool" } },
  extensions: 22,
};

const plainParameter: ValueType = (value) =>
  member(value, "in") === "path"
    ? { number: 4, of: { message: () => pathType } }
    : { number: 3, of: { message: () => queryType } };

const parameter: ValueType = (value) =>
  member(value, "in") === "body" ? { number: 1, of: { message: () => bodyType } } : { number: 2, of: plainParameter };

const parameterOrReference: ValueType = (value) =>
  member(value, "$ref") === undefined
    ? { number: 1, of: parameter }
    : { number: 2, of: { message: () => ({ fields: { $ref: text(1) } }) } };

const responseType: MessageType = {
  fields: { description: text(1), schema: { number: 2, of: { wrapped: { number: 1, of: schema } } } },
  extensions: 5,
};

const operationType: MessageType = {
  fields: {
    tags: texts(1),
    description: text(3),
    operationId: text(5),
    produces: texts(6),
    consumes: texts(7),
    parameters: { number: 8, of: parameterOrReference, many: "list" },
    responses: { number: 9, of: { wrapped: { number: 1, of: { message: () => responseType } } }, many: "named" },
    schemes: texts(10),
  },
  extensions: 13,
};

const pathItemType: MessageType = {
  fields: {
    get: { number: 2, of: operation },
    put: { number: 3, of: operation },
    post: { number: 4, of: operation },
    delete: { number: 5, of: operation },
    options: { number: 6, of: operation },
    head: { number: 7, of: operation },
    patch: { number: 8, of: operation },
    parameters: { number: 9, of: parameterOrReference, many: "list" },
  },
  extensions: 10,
};

const apiKeyType: MessageType = {
  fields: { type: text(1), name: text(2), in: text(3), description: text(4) },
  extensions: 5,
};

const documentType: MessageType = {
  fields: {
    swagger: text(1),
    info: {
      number: 2,
      of: { message: () => ({ fields: { title: text(1), version: text(2), description: text(3) } }) },
    },
    paths: {
      number: 8,
      of: { message: () => ({ fields: {}, others: { number: 2, of: { message: () => pathItemType } } }) },
    },
    definitions: { number: 9, of: schema, many: "named" },
    parameters: { number: 10, of: parameter, many: "named" },
    security: {
      number: 12,
      of: { message: () => ({ fields: {}, others: { number: 1, of: { wrapped: texts(1) } } }) },
      many: "list",
    },
    securityDefinitions: {
      number: 13,
      of: { wrapped: { number: 2, of: { message: () => apiKeyType } } },
      many: "named",
    },
  },
  extensions: 16,
};
