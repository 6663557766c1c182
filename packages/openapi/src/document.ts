import { finishSteps, type Steps } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { JsonObject, ResourceDefinition, ResourceVersion, Schema, StructSchema } from "@svc/schema";
import type { DefinitionSet } from "./definitions.ts";
import type { Content, Response, Route } from "./operation.ts";
import { resourceParts, resourceRoutes } from "./resource-routes.ts";
import { subresourceRoutes } from "./subresource-routes.ts";

/** Title and version of a document. */
export interface DocumentInfo {
  readonly title: string;
  readonly version: string;
}

/** The common inputs of all documents of a server. */
export interface DocumentOptions {
  readonly dialect: Dialect;
  readonly definitions: readonly ResourceDefinition[];
  /** The types that all resources share, by name: `meta/v1.Status`. */
  readonly structs: (name: string) => StructSchema;
  /**
   * The same in documents of version 3 about extension types, where the shared kinds may be of
   * fewer groups. @default structs
   */
  readonly extensionStructs?: (name: string) => StructSchema;
  /** @default the dialect's product, 1.33 */
  readonly info?: DocumentInfo;
  /** Which versions the server serves. @default all */
  readonly serves?: (version: ResourceVersion) => boolean;
}

export const securitySchemes: JsonObject = {
  BearerToken: { description: "A bearer token.", type: "apiKey", name: "authorization", in: "header" },
};

export const statusTexts: Readonly<Record<Response["code"], string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

export function infoOf({ info, dialect }: DocumentOptions): JsonObject {
  const product = dialect.product.charAt(0).toUpperCase() + dialect.product.slice(1);
  return { title: info?.title ?? product, version: info?.version ?? "1.33" };
}

interface ServedVersion {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
}

export function servedVersions({ definitions, serves = () => true }: DocumentOptions): readonly ServedVersion[] {
  return definitions.flatMap((definition) =>
    definition.versions.filter(serves).map((version) => ({ definition, version })),
  );
}

export function routesOf(
  { definition, version }: ServedVersion,
  { dialect, structs }: DocumentOptions,
): readonly Route[] {
  const parts = resourceParts({ dialect, structs, definition, version });
  return [...resourceRoutes(parts), ...subresourceRoutes(parts)];
}

/** The paths of a document, in their order. */
export function pathsOf(routes: readonly Route[], item: (route: Route) => JsonObject): JsonObject {
  return finishSteps(pathsSteps(routes, item));
}

/** The same in steps. */
export function* pathsSteps(routes: readonly Route[], item: (route: Route) => JsonObject): Steps<JsonObject> {
  const paths: (readonly [path: string, item: JsonObject])[] = [];
  for (const route of [...routes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    paths.push([route.path, item(route)]);
    yield;
  }
  return Object.fromEntries(paths);
}

export function contentSchema(content: Content, definitions: DefinitionSet): JsonObject {
  return content === "text" ? { type: "string" } : definitions.use(content.schema, content.semantics);
}

/** Returns the canonical schema of a name. */
export function canonicalSchema({ structs }: DocumentOptions): (schema: Schema) => Schema {
  return (schema) => {
    if (schema.type !== "struct" || schema.name === undefined || schema.default !== undefined) return schema;
    if (schema.canonical !== undefined) return schema.canonical();
    return schema.mapType !== undefined && schema.name.startsWith("meta/v1.") ? structs(schema.name) : schema;
  };
}
