import type { JsonValue } from "@svc/meta";
import type { JsonObject } from "@svc/schema";
import { itemsOf, membersOf } from "../backends/read-backend.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI v3 document that describes the same as a v2 document, for extension servers that have
 * no v3. Types of bodies become their content; of parameters the type is left, without bounds.
 * Source: OpenAPI Specification 2.0 and 3.0.0.
 */
export function openApiV3OfV2(document: unknown): JsonObject {
  const { info, paths, definitions } = membersOf(document);
  return {
    openapi: "3.0.0",
    info: jsonOf(membersOf(info)),
    paths: mapMembers(paths, pathItem),
    components: { schemas: mapMembers(definitions, schema) },
  };
}

const methods: ReadonlySet<string> = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

function pathItem(item: Members): JsonObject {
  const converted: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(item)) {
    if (methods.has(key)) converted.push([key, operation(membersOf(value))]);
    else if (key === "parameters") converted.push([key, parametersOf(value)]);
    else if (isExtension(key)) converted.push([key, jsonOf(value)]);
  }
  return Object.fromEntries(converted);
}

const keptOfOperations: readonly string[] = [
  "tags",
  "summary",
  "description",
  "externalDocs",
  "operationId",
  "deprecated",
];

function operation(members: Members): JsonObject {
  const body = itemsOf(members["parameters"]).find((parameter) => membersOf(parameter)["in"] === "body");
  const parameters = parametersOf(members["parameters"]);
  return {
    ...kept(members, keptOfOperations),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: contentOf(members["consumes"], membersOf(body)["schema"]) }),
    responses: mapMembers(members["responses"], (response) => ({
      ...kept(response, ["description"]),
      ...contentOf(members["produces"], response["schema"]),
    })),
  };
}

/** The parameters that are no body. */
function parametersOf(parameters: unknown): JsonObject[] {
  return itemsOf(parameters)
    .map(membersOf)
    .filter((parameter) => parameter["in"] !== "body")
    .map((parameter) => ({
      ...kept(parameter, ["name", "in", "description", "required", "allowEmptyValue"]),
      schema: kept(parameter, ["type", "format", "uniqueItems"], () => false),
    }));
}

function contentOf(mediaTypes: unknown, content: unknown): JsonObject {
  const types = itemsOf(mediaTypes).filter((type) => typeof type === "string");
  if (content === undefined || types.length === 0) return {};
  const described = { schema: schema(membersOf(content)) };
  return { content: Object.fromEntries(types.map((type) => [type, described])) };
}

const prefix = "#/definitions/";

/** Schemas of Kubernetes are the same in both versions, but for their references. */
function schema(members: Members): JsonObject {
  return withReferences(members) as JsonObject;
}

function withReferences(value: unknown): JsonValue {
  if (typeof value !== "object" || value === null) return jsonOf(value);
  if (Array.isArray(value)) return value.map(withReferences);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === "$ref" && typeof member === "string" && member.startsWith(prefix)
        ? [key, `#/components/schemas/${member.slice(prefix.length)}`]
        : [key, withReferences(member)],
    ),
  );
}

function isExtension(key: string): boolean {
  return key.startsWith("x-");
}

function kept(
  source: Members,
  names: readonly string[],
  isAlsoKept: (key: string) => boolean = isExtension,
): JsonObject {
  const members = Object.entries(source).filter(([key]) => names.includes(key) || isAlsoKept(key));
  return Object.fromEntries(members.map(([key, value]) => [key, jsonOf(value)]));
}

function mapMembers(value: unknown, convert: (member: Members) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(membersOf(value)).map(([key, member]) => [key, convert(membersOf(member))]));
}

/** Documents are parsed from JSON, so all that they hold is. */
function jsonOf(value: unknown): JsonValue {
  return value as JsonValue;
}
