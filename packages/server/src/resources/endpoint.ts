import { badRequest, methodNotAllowed, StatusError } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import type { Subresource, Verb } from "@svc/schema";
import type { Method, RequestInfo } from "../request-info.ts";
import type { ServedResource, Serving } from "../serving.ts";

/** What a path below a group version names. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly subresource: Subresource | undefined;
  /** Undefined: all namespaces, or none. */
  readonly namespace: string | undefined;
  /** Undefined for a collection. */
  readonly name: string | undefined;
  readonly verb: Verb | "connect";
  /** What follows a subresource that takes paths. */
  readonly suffix: string;
}

export function notServed(): StatusError {
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  });
}

export function methodNotServed(): StatusError {
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
}

/**
 * Finds what a request is for.
 * @throws {StatusError} 404 for what is not served, 405 for what is not served so, 400 for an object of no namespace that has to be in one
 */
export function routeOf(serving: Serving, info: RequestInfo): Route {
  const route = find(serving, info);
  const { endpoint, namespace, name } = route;
  if (endpoint.definition.namespaced && namespace === undefined && name !== undefined)
    throw badRequest("Namespace parameter required.");
  return route;
}

function find(serving: Serving, info: RequestInfo): Route {
  const { group, version, resource, parts, method, prefix } = info;
  const served = serving.find(group, version, resource);
  if (served === undefined) throw notServed();
  const { definition } = served;
  const place = placeOf(info, served);
  if (place === undefined) throw notServed();
  const { name, rest, namespace } = place;
  const [sub, ...below] = rest;
  const endpoint: Endpoint = { definition, version: served.version, subresource: sub ?? "" };
  if (prefix === "proxy") throw notServed();
  if (sub === undefined) {
    const everywhere = definition.namespaced && namespace === undefined;
    const possible = name !== undefined ? oneVerbs : everywhere ? everywhereVerbs : collectionVerbs;
    const here = served.version.verbs.filter((v) => possible.has(v));
    const unwatched = info.verb === "watch" && !here.includes("watch");
    if (here.length === 0 || (unwatched && prefix === "watch")) throw notServed();
    if (unwatched && here.includes("list")) throw methodNotAllowed({ group, resource, name: "" }, "watch");
    return { endpoint, subresource: undefined, namespace, name, verb: verbOf(info, here), suffix: "" };
  }
  const subresource = served.subresources.get(sub);
  // Below the prefix are objects, and no subresources.
  if (subresource === undefined || name === undefined || parts.length === 0 || prefix === "watch") throw notServed();
  if (subresource.view === "connect") {
    if (below.length > 0 && !subresource.pathSuffix) throw notServed();
    if (method === undefined || !subresource.methods.includes(method)) throw methodNotServed();
    return { endpoint, subresource, namespace, name, verb: "connect", suffix: below.join("/") };
  }
  if (below.length > 0) throw notServed();
  return { endpoint, subresource, namespace, name, verb: verbOf(info, subresource.verbs), suffix: "" };
}

/** What can be done with an object, with those of a namespace or the cluster, and with those of all namespaces. */
const oneVerbs: ReadonlySet<Verb> = new Set<Verb>(["get", "update", "patch", "delete", "watch"]);
const collectionVerbs: ReadonlySet<Verb> = new Set<Verb>(["list", "create", "deletecollection", "watch"]);
const everywhereVerbs: ReadonlySet<Verb> = new Set<Verb>(["list", "watch"]);

/** Where the path says that the object is. Undefined where the resource is not to be found so. */
function placeOf(
  { namespace, parts, path }: RequestInfo,
  { definition }: ServedResource,
):
  | { readonly namespace: string | undefined; readonly name: string | undefined; readonly rest: readonly string[] }
  | undefined {
  const [, name, ...rest] = parts;
  const named = name === undefined || name === "" ? undefined : name;
  if (definition.namespaced) {
    if (namespace === "" && !path.includes("/namespaces/"))
      return named === undefined ? { namespace: undefined, name: undefined, rest } : undefined;
    // An empty namespace in the path means all of them.
    return { namespace: namespace === "" ? undefined : namespace, name: named, rest };
  }
  const isNamespaces = definition.resource === "namespaces" && (definition.storage?.group ?? "") === "";
  if (namespace === "") return belowNone.test(path) ? undefined : { namespace: "", name: named, rest };
  // Whoever has rights in a namespace has them on it, but on no other that he reaches from below it.
  const isItself = isNamespaces && named === namespace && !belowItself.test(path);
  return isItself ? { namespace: "", name: named, rest } : undefined;
}

/** A namespace without a name. */
const belowNone = /\/namespaces\/\/[^/]/;
const belowItself = /\/namespaces\/[^/]+\/namespaces(?:\/|$)/;

/** By what method each verb is asked for. A watch below `/watch/` has its verb from the path, whatever its method. */
const methodsOfVerbs: ReadonlyMap<Verb, Method> = new Map<Verb, Method>([
  ["get", "GET"],
  ["list", "GET"],
  ["watch", "GET"],
  ["create", "POST"],
  ["update", "PUT"],
  ["patch", "PATCH"],
  ["delete", "DELETE"],
  ["deletecollection", "DELETE"],
]);

/** The verb that was authorized, where it is served. @throws {StatusError} 405 */
function verbOf({ verb, method }: RequestInfo, served: readonly Verb[]): Verb {
  const found = served.find((v) => v === verb);
  if (found === undefined || methodsOfVerbs.get(found) !== method) throw methodNotServed();
  return found;
}
