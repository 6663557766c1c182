import { createHash } from "node:crypto";
import { appendAll, finishSteps, type Steps } from "@svc/base";
import { aFunction, anObject, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { aDialect } from "@svc/meta";
import type { JsonObject } from "@svc/schema";
import { createDefinitionSet, type DefinitionSet } from "./definitions.ts";
import {
  canonicalSchema,
  contentSchema,
  type DocumentOptions,
  infoOf,
  pathsSteps,
  routesOf,
  securitySchemes,
  servedVersions,
  statusTexts,
} from "./document.ts";
import {
  type Operation,
  ownParameters,
  type Parameter,
  type Response,
  type Route,
  sharedParameters,
} from "./operation.ts";
import { groupRoute, groupsRoute, issuerRoutes, versionInfoRoute, versionRoute } from "./server-routes.ts";

const documentOptions = optionsOf<DocumentOptions>({
  dialect: aDialect,
  definitions: listOf(anObject),
  structs: aFunction,
  extensionStructs: optional(aFunction),
  info: optional(anObject),
  serves: optional(aFunction),
});

/**
 * Everything that a server serves as one document in OpenAPI v2.
 * @throws {TypeError} for a wrong argument
 */
export function openapiV2Document(options: DocumentOptions): JsonObject {
  checkArgument("openapiV2Document: options", options, documentOptions);
  return finishSteps(openapiV2Steps(options));
}

/**
 * The same in many short steps: a server may serve thousands of types.
 * @throws {TypeError} for a wrong argument
 */
export function* openapiV2Steps(options: DocumentOptions): Steps<JsonObject> {
  checkArgument("openapiV2Steps: options", options, documentOptions);
  const definitions = createDefinitionSet({
    dialect: options.dialect,
    version: 2,
    canonical: canonicalSchema(options),
  });
  const parameters = createSharedParameters();
  const context: Context = { options, definitions, parameters };
  const routes = [...serverRoutes(options)];
  for (const served of servedVersions(options)) {
    appendAll(routes, routesOf(served, options));
    yield;
  }
  const paths = yield* pathsSteps(routes, (route) => pathItem(route, context));
  return {
    swagger: "2.0",
    info: infoOf(options),
    paths,
    definitions: yield* definitions.allSteps(),
    parameters: parameters.all(),
    securityDefinitions: securitySchemes,
    security: [{ BearerToken: [] }],
  };
}

interface Context {
  readonly options: DocumentOptions;
  readonly definitions: DefinitionSet;
  readonly parameters: SharedParameters;
}

/** Groups of extension types have no routes of their own here. */
function serverRoutes(options: DocumentOptions): readonly Route[] {
  const typed = servedVersions(options).filter(({ version }) => version.semantics === "typed");
  const groups = [...new Set(typed.map(({ version }) => version.group))];
  const versions = new Map(typed.map(({ version: v }) => [`${v.group}/${v.version}`, v]));
  return [
    ...issuerRoutes,
    versionInfoRoute(options),
    groupsRoute(options),
    ...groups.map((group) => groupRoute(group, options)),
    ...[...versions.values()].map((v) => versionRoute(v.group, v.version, options)),
  ];
}

function pathItem(route: Route, context: Context): JsonObject {
  const shared = sharedParameters(route);
  const operations = route.operations.map((operation) => [
    operation.method,
    operationObject(operation, shared, context),
  ]);
  return {
    ...Object.fromEntries(operations),
    ...(shared.length === 0 ? {} : { parameters: shared.map((p) => parameterObject(p, context)) }),
  };
}

function operationObject(operation: Operation, shared: readonly Parameter[], context: Context): JsonObject {
  const { description, consumes, produces, tag, id, action } = operation;
  const { extensionPrefix } = context.options.dialect;
  const own = [
    ...bodyParameter(operation, context),
    ...ownParameters(operation, shared).map((p) => parameterObject(p, context)),
  ];
  return {
    description,
    ...(consumes === undefined ? {} : { consumes }),
    produces,
    schemes: ["https"],
    tags: [tag],
    operationId: id,
    ...(own.length === 0 ? {} : { parameters: own }),
    responses: responsesObject(operation.responses, context),
    ...(action === undefined
      ? {}
      : {
          [`${extensionPrefix}action`]: action.name,
          [`${extensionPrefix}group-version-kind`]: { ...action.kind },
        }),
  };
}

function bodyParameter({ body }: Operation, { definitions, parameters }: Context): readonly JsonObject[] {
  if (body === undefined) return [];
  const schema = contentSchema(body.content, definitions);
  const parameter = { name: "body", in: "body", ...(body.required ? { required: true } : {}), schema };
  const isOfAll =
    body.content !== "text" && body.content.schema.type === "struct" && isSharedBody(body.content.schema.name);
  return [isOfAll ? parameters.refer(parameter) : parameter];
}

/** Bodies that many operations have, whatever their kind. */
function isSharedBody(name: string | undefined): boolean {
  return name === "meta/v1.Patch" || name === "meta/v1.DeleteOptions";
}

/** Parameters that documents of the original write out at each use. */
const writtenOut: ReadonlySet<string> = new Set(["name", "dryRun", "fieldValidation"]);

function parameterObject({ name, in: place, type, description }: Parameter, { parameters }: Context): JsonObject {
  const parameter = {
    uniqueItems: true,
    type,
    ...(description === undefined ? {} : { description }),
    name,
    in: place,
    ...(place === "path" ? { required: true } : {}),
  };
  return writtenOut.has(name) ? parameter : parameters.refer(parameter);
}

function responsesObject(responses: readonly Response[], { definitions }: Context): JsonObject {
  return {
    ...Object.fromEntries(
      responses.map(({ code, content }) => [
        String(code),
        { description: statusTexts[code], schema: contentSchema(content, definitions) },
      ]),
    ),
    "401": { description: "Unauthorized" },
  };
}

/** Parameters that occur once in the document, by their name and a hash of their content. */
interface SharedParameters {
  refer(parameter: JsonObject & { readonly name: string }): JsonObject;
  all(): JsonObject;
}

function createSharedParameters(): SharedParameters {
  const known = new Map<string, { readonly id: string; readonly parameter: JsonObject }>();
  return {
    refer(parameter) {
      const text = JSON.stringify(parameter);
      let entry = known.get(text);
      if (entry === undefined) {
        const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
        entry = { id: `${parameter.name}-${hash}`, parameter };
        known.set(text, entry);
      }
      return { $ref: `#/parameters/${entry.id}` };
    },
    all: () =>
      Object.fromEntries([...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map((e) => [e.id, e.parameter])),
  };
}
