import { type Attributes, explanationText, type Rbac, whoCan, whyDenied } from "@svc/authz";
import { quote } from "@svc/base";
import { badRequest } from "@svc/meta";
import {
  documentResponse,
  type ExtensionContext,
  methodNotServed,
  type PathHandler,
  type RequestState,
} from "@svc/server";

/**
 * `GET /authorization/who-can` and `GET /authorization/why-denied`: queries about roles and
 * bindings. They reveal permissions, so by default only administrators have access to these paths.
 */
export function explainPaths(
  { authorizer, requests }: Pick<ExtensionContext, "authorizer" | "requests">,
  rbac: Rbac,
): PathHandler {
  const answers = new Map<string, (state: RequestState) => object | Promise<object>>([
    ["/authorization/who-can", ({ info }) => ({ allowed: whoCan(rbac, questionOf(info.query, noUser)) })],
    [
      "/authorization/why-denied",
      async ({ info }) => {
        const explanation = await whyDenied({ authorizer, rbac }, questionOf(info.query, userOf(info.query)));
        return { message: explanationText(explanation), ...explanation };
      },
    ],
  ]);
  return async (state) => {
    const answer = answers.get(state.info.path);
    if (answer === undefined) return undefined;
    if (state.info.method !== "GET") throw methodNotServed();
    requests.jsonForm(state);
    return documentResponse(200, await answer(state), { format: "json", pretty: true });
  };
}

const noUser: Attributes["user"] = { name: "", uid: "", groups: [], extra: {} };
const known = new Set([
  "verb",
  "path",
  "apiGroup",
  "resource",
  "subresource",
  "name",
  "namespace",
  "user",
  "userGroup",
]);

/** @throws {StatusError} 400 for a question that is none */
function questionOf(query: URLSearchParams, user: Attributes["user"]): Attributes {
  for (const name of query.keys())
    if (!known.has(name)) throw badRequest(`there is no parameter ${quote(name)}; there are ${[...known].join(", ")}`);
  const text = (name: string): string => query.get(name) ?? "";
  const [verb, path, resource] = [text("verb"), text("path"), text("resource")];
  if (verb === "") throw badRequest("the parameter verb is missing");
  if ((path === "") === (resource === ""))
    throw badRequest("either the parameter resource or the parameter path is needed");
  return {
    user,
    verb,
    isResource: path === "",
    group: text("apiGroup"),
    version: "*",
    resource,
    subresource: text("subresource"),
    name: text("name"),
    namespace: text("namespace"),
    path,
  };
}

/** @throws {StatusError} 400 for no user */
function userOf(query: URLSearchParams): Attributes["user"] {
  const name = query.get("user") ?? "";
  const groups = query.getAll("userGroup");
  if (name === "" && groups.length === 0) throw badRequest("the parameter user or the parameter userGroup is missing");
  return { name, uid: "", groups, extra: {} };
}
