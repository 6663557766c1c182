import { aFunction, anObject, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { aDialect } from "@svc/meta";
import type { JsonObject } from "@svc/schema";
import { createDefinitionSet, type DefinitionSet } from "./definitions.ts";
import {
  canonicalSchema,
  contentSchema,
  type DocumentOptions,
  infoOf,
  pathsOf,
  routesOf,
  securitySchemes,
  servedVersions,
  statusTexts,
} from "./document.ts";
import {
  type Content,
  type Operation,
  ownParameters,
  type Parameter,
  type Route,
  sharedParameters,
} from "./operation.ts";
import { groupRoute, groupsRoute, issuerRoutes, versionInfoRoute, versionRoute } from "./server-routes.ts";

/** The group version that a document is about. */
export interface VersionDocumentOptions extends DocumentOptions {
  readonly group: string;
  readonly version: string;
}

const versionDocumentOptions = optionsOf<VersionDocumentOptions>({
  group: aString,
  version: aString,
  dialect: aDialect,
  definitions: listOf(anObject),
  structs: aFunction,
  extensionStructs: optional(aFunction),
  info: optional(anObject),
  serves: optional(aFunction),
});

/** One group version as a document in OpenAPI v3. @throws {TypeError} for a wrong argument */
export function openapiV3Document(options: VersionDocumentOptions): JsonObject {
  checkArgument("openapiV3Document: options", options, versionDocumentOptions);
  const served = servedVersions(options).filter(
    ({ version: v }) => v.group === options.group && v.version === options.version,
  );
  const isTyped = served.some(({ version }) => version.semantics === "typed");
  if (!isTyped) {
    const { structs, extensionStructs = structs } = options;
    const ofExtensions = { ...options, structs: extensionStructs };
    return documentOf(
      served.flatMap((v) => routesOf(v, ofExtensions)),
      ofExtensions,
    );
  }
  const own = versionRoute(options.group, options.version, options);
  return documentOf([own, ...served.flatMap((v) => routesOf(v, options))], options);
}

const documentOptions = optionsOf<DocumentOptions>({
  dialect: aDialect,
  definitions: listOf(anObject),
  structs: aFunction,
  extensionStructs: optional(aFunction),
  info: optional(anObject),
  serves: optional(aFunction),
});

/**
 * All OpenAPI v3 documents by their path below `/openapi/v3/`: `api/v1`, `apis/apps`, `version`.
 * Each is created on demand, and not cached.
 * @throws {TypeError} for a wrong argument
 */
export function openapiV3Documents(options: DocumentOptions): ReadonlyMap<string, () => JsonObject> {
  checkArgument("openapiV3Documents: options", options, documentOptions);
  const documents = new Map<string, () => JsonObject>();
  const add = (path: string, routes: () => readonly Route[]): void => {
    documents.set(path, () => documentOf(routes(), options));
  };
  for (const route of issuerRoutes) add(route.path.slice(1, -1), () => [route]);
  add("apis", () => [groupsRoute(options)]);
  add("version", () => [versionInfoRoute(options)]);
  for (const { version: v } of servedVersions(options)) {
    const base = v.group === "" ? "api" : `apis/${v.group}`;
    if (v.semantics === "typed") add(base, () => [groupRoute(v.group, options)]);
    documents.set(`${base}/${v.version}`, () => openapiV3Document({ ...options, group: v.group, version: v.version }));
  }
  return new Map([...documents].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Context {
  readonly options: DocumentOptions;
  readonly definitions: DefinitionSet;
}

function documentOf(routes: readonly Route[], options: DocumentOptions): JsonObject {
  const definitions = createDefinitionSet({
    dialect: options.dialect,
    version: 3,
    canonical: canonicalSchema(options),
  });
  const paths = pathsOf(routes, (route) => pathItem(route, { options, definitions }));
  const schemas = definitions.all();
  return {
    openapi: "3.0.0",
    info: infoOf(options),
    paths,
    components: { ...(Object.keys(schemas).length === 0 ? {} : { schemas }), securitySchemes },
  };
}

function pathItem(route: Route, context: Context): JsonObject {
  const shared = sharedParameters(route);
  const operations = route.operations.map((operation) => [
    operation.method,
    operationObject(operation, shared, context),
  ]);
  return {
    ...Object.fromEntries(operations),
    ...(shared.length === 0 ? {} : { parameters: shared.map(parameterObject) }),
  };
}

function operationObject(operation: Operation, shared: readonly Parameter[], context: Context): JsonObject {
  const { tag, description, id, body, consumes = [], action } = operation;
  const { extensionPrefix } = context.options.dialect;
  const own = ownParameters(operation, shared);
  return {
    tags: [tag],
    description,
    operationId: id,
    ...(own.length === 0 ? {} : { parameters: own.map(parameterObject) }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            content: contentObject(body.content, consumes, context),
            ...(body.required ? { required: true } : {}),
          },
        }),
    responses: responsesObject(operation, context),
    ...(action === undefined
      ? {}
      : {
          [`${extensionPrefix}action`]: action.name,
          [`${extensionPrefix}group-version-kind`]: { ...action.kind },
        }),
  };
}

function parameterObject({ name, in: place, type, description }: Parameter): JsonObject {
  return {
    name,
    in: place,
    ...(description === undefined ? {} : { description }),
    ...(place === "path" ? { required: true } : {}),
    schema: { type, uniqueItems: true },
  };
}

function responsesObject({ responses, produces }: Operation, context: Context): JsonObject {
  return {
    ...Object.fromEntries(
      responses.map(({ code, content }) => [
        String(code),
        { description: statusTexts[code], content: contentObject(content, produces, context) },
      ]),
    ),
    "401": { description: "Unauthorized" },
  };
}

function contentObject(content: Content, mediaTypes: readonly string[], { definitions }: Context): JsonObject {
  const schema = contentSchema(content, definitions);
  return Object.fromEntries([...mediaTypes].sort().map((type) => [type, { schema }]));
}
