import { anObject, checkArgument } from "@svc/base/check";
import type { JsonObject } from "@svc/schema";
import { additionalProperties, constraints, text, texts } from "./field-types.ts";
import { type FieldType, type MessageType, messageBytes, type ValueType } from "./message-type.ts";

/**
 * Encodes an OpenAPI v3 document as protobuf. Source: the message format `openapi.v3`, which Go
 * clients request.
 * @throws {TypeError} for a wrong argument
 */
export function openapiV3Protobuf(document: JsonObject): Uint8Array {
  checkArgument("openapiV3Protobuf: document", document, anObject);
  return messageBytes(documentType, document);
}

/** The object at number 1, or a reference to it at number 2. */
function orReference(message: () => MessageType): ValueType {
  return (value) =>
    (value as JsonObject)["$ref"] === undefined
      ? { number: 1, of: { message } }
      : { number: 2, of: { message: () => ({ fields: { $ref: text(1) } }) } };
}

const schema: ValueType = orReference(() => schemaType);
const operation: ValueType = { message: () => operationType };

/** The format can express only scalar defaults; other defaults are present without a value. */
const defaultOf: ValueType = (value) => {
  switch (typeof value) {
    case "number":
    case "bigint":
      return { number: 1, of: "double" };
    case "boolean":
      return { number: 2, of: "bool" };
    case "string":
      return { number: 3, of: "text" };
    default:
      return undefined;
  }
};

const schemaType: MessageType = {
  fields: {
    nullable: { number: 1, of: "bool" },
    title: text(9),
    ...constraints(10),
    type: text(25),
    allOf: { number: 26, of: schema, many: "list" },
    oneOf: { number: 27, of: schema, many: "list" },
    anyOf: { number: 28, of: schema, many: "list" },
    not: { number: 29, of: { message: () => schemaType } },
    items: { number: 30, of: { wrapped: { number: 1, of: schema } } },
    properties: { number: 31, of: schema, many: "named" },
    additionalProperties: additionalProperties(32, schema),
    default: { number: 33, of: defaultOf },
    description: text(34),
    format: text(35),
  },
  extensions: 36,
};

const mediaTypes: FieldType["of"] = { message: () => ({ fields: { schema: { number: 1, of: schema } } }) };

const parameter: ValueType = orReference(() => ({
  fields: {
    name: text(1),
    in: text(2),
    description: text(3),
    required: { number: 4, of: "bool" },
    schema: { number: 10, of: schema },
  },
  extensions: 14,
}));

const requestBody: ValueType = orReference(() => ({
  fields: {
    description: text(1),
    content: { number: 2, of: mediaTypes, many: "named" },
    required: { number: 3, of: "bool" },
  },
  extensions: 4,
}));

const response: ValueType = orReference(() => ({
  fields: { description: text(1), content: { number: 3, of: mediaTypes, many: "named" } },
  extensions: 5,
}));

const operationType: MessageType = {
  fields: {
    tags: texts(1),
    description: text(3),
    operationId: text(5),
    parameters: { number: 6, of: parameter, many: "list" },
    requestBody: { number: 7, of: requestBody },
    responses: { number: 8, of: { message: () => ({ fields: {}, others: { number: 2, of: response } }) } },
  },
  extensions: 13,
};

const pathItemType: MessageType = {
  fields: {
    get: { number: 4, of: operation },
    put: { number: 5, of: operation },
    post: { number: 6, of: operation },
    delete: { number: 7, of: operation },
    options: { number: 8, of: operation },
    head: { number: 9, of: operation },
    patch: { number: 10, of: operation },
    parameters: { number: 13, of: parameter, many: "list" },
  },
  extensions: 14,
};

const securityScheme: ValueType = orReference(() => ({
  fields: { type: text(1), description: text(2), name: text(3), in: text(4) },
  extensions: 9,
}));

const documentType: MessageType = {
  fields: {
    openapi: text(1),
    info: {
      number: 2,
      of: { message: () => ({ fields: { title: text(1), description: text(2), version: text(6) } }) },
    },
    paths: {
      number: 4,
      of: { message: () => ({ fields: {}, others: { number: 1, of: { message: () => pathItemType } } }) },
    },
    components: {
      number: 5,
      of: {
        message: () => ({
          fields: {
            schemas: { number: 1, of: schema, many: "named" },
            securitySchemes: { number: 7, of: securityScheme, many: "named" },
          },
        }),
      },
    },
  },
  extensions: 9,
};
