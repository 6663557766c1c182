import type { Dialect } from "@svc/meta";
import type { StructSchema } from "@svc/schema";
import { typedMediaTypes } from "./media-types.ts";
import { operationScope, tagOf } from "./names.ts";
import type { Content, Operation, Route } from "./operation.ts";

/** The routes about the server itself. */

interface ServerRouteOptions {
  readonly dialect: Dialect;
  readonly structs: (name: string) => StructSchema;
}

/** `/apis/apps/v1/`: the resources of a group version. */
export function versionRoute(group: string, version: string, options: ServerRouteOptions): Route {
  const path = group === "" ? `/api/${version}/` : `/apis/${group}/${version}/`;
  return discoveryRoute(path, options, {
    id: `get${operationScope(group, version, options.dialect)}APIResources`,
    description: "get available resources",
    tag: tagOf({ group, version }, options.dialect),
    answer: "meta/v1.APIResourceList",
  });
}

/** `/apis/apps/`: the versions of a group; of the core group `/api/`. */
export function groupRoute(group: string, options: ServerRouteOptions): Route {
  const tag = tagOf({ group, version: "" }, options.dialect);
  if (group === "") {
    const description = "get available API versions";
    return discoveryRoute("/api/", options, {
      id: "getCoreAPIVersions",
      description,
      tag,
      answer: "meta/v1.APIVersions",
    });
  }
  return discoveryRoute(`/apis/${group}/`, options, {
    id: `get${operationScope(group, "", options.dialect)}APIGroup`,
    description: "get information of a group",
    tag,
    answer: "meta/v1.APIGroup",
  });
}

/** `/apis/`: the groups. */
export function groupsRoute(options: ServerRouteOptions): Route {
  const description = "get available API versions";
  return discoveryRoute("/apis/", options, {
    id: "getAPIVersions",
    description,
    tag: "apis",
    answer: "meta/v1.APIGroupList",
  });
}

function discoveryRoute(
  path: string,
  { dialect, structs }: ServerRouteOptions,
  {
    answer,
    ...named
  }: { readonly id: string; readonly description: string; readonly tag: string; readonly answer: string },
): Route {
  const { produces } = typedMediaTypes(dialect);
  const content: Content = { schema: structs(answer), semantics: "typed" };
  const operation: Operation = {
    ...named,
    method: "get",
    parameters: [],
    consumes: produces,
    produces,
    responses: [{ code: 200, content }],
  };
  return { path, operations: [operation] };
}

export function versionInfoRoute({ structs }: ServerRouteOptions): Route {
  const operation: Operation = {
    method: "get",
    id: "getCodeVersion",
    description: "get the version information for this server",
    tag: "version",
    parameters: [],
    consumes: ["application/json"],
    produces: ["application/json"],
    responses: [{ code: 200, content: { schema: structs("version.Info"), semantics: "typed" } }],
  };
  return { path: "/version/", operations: [operation] };
}

/** Documents with which others verify tokens of the server. */
export const issuerRoutes: readonly Route[] = [
  {
    path: "/.well-known/openid-configuration/",
    operations: [
      {
        method: "get",
        id: "getServiceAccountIssuerOpenIDConfiguration",
        description: "get the OpenID Connect configuration of the issuer of service account tokens",
        tag: "WellKnown",
        parameters: [],
        produces: ["application/json"],
        responses: [{ code: 200, content: "text" }],
      },
    ],
  },
  {
    path: "/openid/v1/jwks/",
    operations: [
      {
        method: "get",
        id: "getServiceAccountIssuerOpenIDKeyset",
        description: "get the public keys with which service account tokens are verified",
        tag: "openid",
        parameters: [],
        produces: ["application/jwk-set+json"],
        responses: [{ code: 200, content: "text" }],
      },
    ],
  },
];
