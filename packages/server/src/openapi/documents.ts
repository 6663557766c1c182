import type { Dialect, JsonValue } from "@svc/meta";
import type { ServedVersion, Serving } from "../serving.ts";
import {
  type Operation,
  type OperationParts,
  operationsOf,
  type Parameter,
  type PathItem,
  tagOf,
} from "./operations.ts";
import { createSchemaWriter, type JsonObject, type SchemaWriter } from "./schema-json.ts";

const parameterTexts: Readonly<Record<string, string>> = {
  allowWatchBookmarks: "Whether the watch is told of versions now and then, in events of type BOOKMARK.",
  continue: "Where a list goes on that was cut: what the server gave with the page before.",
  dryRun: "All: everything happens but the storing.",
  fieldManager: "Who will own the fields that this request sets: up to 128 printable characters.",
  fieldSelector: "Which objects are meant, by their fields.",
  fieldValidation: "What happens to fields that are unknown or repeat: Ignore, Warn (the default) or Strict.",
  force: "Whether fields that others own are taken over. For apply only.",
  gracePeriodSeconds: "How long the object may take to end; 0 deletes it at once.",
  ignoreStoreReadErrorWithClusterBreakingPotential:
    "Deletes an object that cannot be read any more, without what deletion otherwise does.",
  labelSelector: "Which objects are meant, by their labels.",
  limit: "The most objects that a page of a list has.",
  name: "The name of the object.",
  namespace: "The namespace of the object.",
  orphanDependents: "Deprecated: use propagationPolicy.",
  path: "The path that is passed on.",
  pretty: "Whether the answer is written in lines for people.",
  propagationPolicy: "What happens to dependents: Orphan, Background or Foreground.",
  resourceVersion: "How fresh the answer must be.",
  resourceVersionMatch: "How resourceVersion is meant: Exact or NotOlderThan.",
  sendInitialEvents: "Whether a watch begins with the objects that there are.",
  timeoutSeconds: "How long a list or a watch may take.",
  watch: "Whether what changes is told from now on.",
};

/** `/openapi/v3/<group version>`: everything about one group version. */
export function openApiV3(parts: OperationParts, served: ServedVersion): JsonObject {
  const writer = createSchemaWriter(parts.dialect, parts.schemas, 3);
  const tag = tagOf(parts.dialect, served);
  const paths: JsonObject = {};
  for (const item of operationsOf(parts, served)) paths[item.path] = pathV3(parts, writer, item, tag);
  return {
    openapi: "3.0.0",
    info: infoOf(parts.dialect),
    paths,
    components: { schemas: writer.definitions(), securitySchemes: { BearerToken: bearer } },
  };
}

/** `/openapi/v2`: everything at once. */
export function openApiV2(parts: OperationParts, serving: Serving): JsonObject {
  const writer = createSchemaWriter(parts.dialect, parts.schemas, 2);
  const paths: JsonObject = {};
  for (const { versions } of serving.groups) {
    for (const served of versions) {
      const tag = tagOf(parts.dialect, served);
      for (const item of operationsOf(parts, served)) paths[item.path] = pathV2(parts, writer, item, tag);
    }
  }
  return {
    swagger: "2.0",
    info: infoOf(parts.dialect),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    definitions: writer.definitions(),
    securityDefinitions: { BearerToken: bearer },
    security: [{ BearerToken: [] }],
  };
}

const bearer: JsonObject = {
  description: "Bearer Token authentication",
  type: "apiKey",
  name: "authorization",
  in: "header",
};

function infoOf({ product }: Dialect): JsonObject {
  return { title: product.charAt(0).toUpperCase() + product.slice(1), version: "1.33" };
}

function mediaTypes({ dialect }: OperationParts, streams: boolean | undefined): readonly string[] {
  const whole = ["application/json", "application/yaml", dialect.protobufMediaType];
  return streams === true
    ? [...whole, "application/json;stream=watch", `${dialect.protobufMediaType};stream=watch`]
    : whole;
}

const texts: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

function pathV3(
  parts: OperationParts,
  writer: SchemaWriter,
  { parameters, operations }: PathItem,
  tag: string,
): JsonObject {
  const item: JsonObject = {};
  for (const operation of operations) item[operation.method] = operationV3(parts, writer, operation, tag);
  if (parameters.length > 0) item["parameters"] = parameters.map(parameterV3);
  return item;
}

function operationV3(parts: OperationParts, writer: SchemaWriter, operation: Operation, tag: string): JsonObject {
  const { parameters, body, responses, streams, anything } = operation;
  const types = anything === true ? ["*/*"] : [...mediaTypes(parts, streams)].sort();
  const answers: JsonObject = {};
  for (const { code, schema } of responses) {
    const shape = schema === undefined ? { type: "string" } : writer.reference(schema);
    answers[String(code)] = {
      description: texts[code] ?? "OK",
      content: Object.fromEntries(types.map((type) => [type, { schema: shape }])),
    };
  }
  answers["401"] = { description: "Unauthorized" };
  return {
    tags: [tag],
    description: operation.description,
    operationId: operation.id,
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(parameterV3) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: Object.fromEntries(
              body.mediaTypes.map((type) => [type, { schema: writer.reference(body.schema) }]),
            ),
            ...(body.required ? { required: true } : {}),
          },
        }),
    responses: answers,
    ...extensions(parts.dialect, operation),
  };
}

function extensions({ extensionPrefix }: Dialect, { action, kind }: Operation): JsonObject {
  return {
    ...(action === undefined ? {} : { [`${extensionPrefix}action`]: action }),
    ...(kind === undefined
      ? {}
      : { [`${extensionPrefix}group-version-kind`]: { group: kind.group, kind: kind.kind, version: kind.version } }),
  };
}

function parameterV3({ name, in: place, type }: Parameter): JsonValue {
  return {
    name,
    in: place,
    description: parameterTexts[name] ?? name,
    ...(place === "path" ? { required: true } : {}),
    schema: { type, uniqueItems: true },
  };
}

function pathV2(
  parts: OperationParts,
  writer: SchemaWriter,
  { parameters, operations }: PathItem,
  tag: string,
): JsonObject {
  const item: JsonObject = {};
  for (const operation of operations) item[operation.method] = operationV2(parts, writer, operation, tag);
  if (parameters.length > 0) item["parameters"] = parameters.map(parameterV2);
  return item;
}

function operationV2(parts: OperationParts, writer: SchemaWriter, operation: Operation, tag: string): JsonObject {
  const { parameters, body, responses, streams, anything } = operation;
  const answers: JsonObject = {};
  for (const { code, schema } of responses) {
    answers[String(code)] = {
      description: texts[code] ?? "OK",
      schema: schema === undefined ? { type: "string" } : writer.reference(schema),
    };
  }
  answers["401"] = { description: "Unauthorized" };
  const bodyParameter: JsonValue[] =
    body === undefined
      ? []
      : [
          {
            name: "body",
            in: "body",
            ...(body.required ? { required: true } : {}),
            schema: writer.reference(body.schema),
          },
        ];
  const all = [...bodyParameter, ...parameters.map(parameterV2)];
  return {
    description: operation.description,
    consumes: body !== undefined && body.mediaTypes.length > 1 ? [...body.mediaTypes] : ["*/*"],
    produces: anything === true ? ["*/*"] : [...mediaTypes(parts, streams)],
    schemes: ["https"],
    tags: [tag],
    operationId: operation.id,
    ...(all.length === 0 ? {} : { parameters: all }),
    responses: answers,
    ...extensions(parts.dialect, operation),
  };
}

function parameterV2({ name, in: place, type }: Parameter): JsonValue {
  return {
    uniqueItems: true,
    type,
    description: parameterTexts[name] ?? name,
    name,
    in: place,
    ...(place === "path" ? { required: true } : {}),
  };
}
