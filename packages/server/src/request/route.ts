import { badRequest, methodNotAllowed, notFound, StatusError } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import type { CatalogSnapshot, ResourceDefinition, ServedResource, Subresource, Verb } from "@svc/schema";
import type { Method, RequestInfo } from "./request-info.ts";

/** The target of a path below a group version. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly subresource: Subresource | undefined;
  /** Undefined: all namespaces, or none. */
  readonly namespace: string | undefined;
  /** Undefined for a collection. */
  readonly name: string | undefined;
  readonly verb: Verb | "connect";
  /** The path after a subresource that accepts one. */
  readonly suffix: string;
}

/** Returns the error for a path that is not served: 404. */
export function notServed(): StatusError {
  return new StatusError({
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  });
}

/** Returns the error for a method that the path does not have: 405. */
export function methodNotServed(): StatusError {
  return new StatusError({
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
}

/**
 * Finds the target of a request; undefined where the path cannot be a resource.
 * @param onExtension called for an extension type before the request can be refused
 * @throws {StatusError} 404 for an unknown resource, 405 for an unsupported verb, 400 for a
 * namespaced object without a namespace
 */
export function routeOf(
  snapshot: CatalogSnapshot,
  info: RequestInfo,
  onExtension: (served: ServedResource) => void,
): Route | undefined {
  const served = snapshot.find(info.group, info.version, info.resource);
  if (served?.version.semantics === "structural") return extensionRoute(info, served, onExtension);
  if (served === undefined && isExtensionGroup(snapshot, info.group)) return undefined;
  const place = served === undefined ? undefined : placeOf(info, served.definition);
  if (served === undefined || place === undefined || info.prefix === "proxy") throw notServed();
  const [subresource, ...below] = info.parts.slice(2);
  const route =
    subresource === undefined
      ? objectRoute(info, served, place)
      : subresourceRoute(info, served, { ...place, subresource, suffix: below.join("/") });
  if (served.definition.namespaced && place.namespace === undefined && place.name !== undefined)
    throw badRequest("Namespace parameter required.");
  return route;
}

/** True if a group has only extension types. */
export function isExtensionGroup(snapshot: CatalogSnapshot, group: string): boolean {
  const versions = snapshot.group(group)?.versions ?? [];
  return versions.every(({ isOfExtensions }) => isOfExtensions);
}

/**
 * Requests for extension types are refused in words of their own; undefined for a path where
 * nothing is.
 */
function extensionRoute(
  info: RequestInfo,
  served: ServedResource,
  onExtension: (served: ServedResource) => void,
): Route | undefined {
  const { definition, version, subresources } = served;
  const { group, resource, method, parts } = info;
  const place = placeOf(info, definition);
  if (place === undefined) return undefined;
  const { namespace, name } = place;
  const [requestedSubresource, ...below] = parts.slice(2);
  const verb = version.verbs.find((served) => served === info.verb);
  const refused = (): StatusError => methodNotAllowed({ group, resource, name: "" }, info.verb);
  const isOfAllNamespaces = definition.namespaced && namespace === undefined && name === undefined;
  if (isOfAllNamespaces && requestedSubresource === undefined && verb !== "list" && verb !== "watch") return undefined;
  onExtension(served);
  if (info.prefix === "proxy") throw refused();
  if (requestedSubresource !== undefined) {
    const subresource = subresources.get(requestedSubresource);
    if (subresource === undefined || name === undefined || below.length > 0)
      throw notFound({ group, resource, name: name ?? "" });
    if (verb === undefined || !subresource.verbs.includes(verb)) throw refused();
    return {
      endpoint: { definition, version, subresource: requestedSubresource },
      subresource,
      namespace,
      name,
      verb,
      suffix: "",
    };
  }
  // Below `/watch/` any method watches.
  if (name === undefined && verb !== "watch" && (method === "PUT" || method === "PATCH"))
    throw badRequest("name must be provided");
  if (verb === undefined || !version.verbs.includes(verb)) throw refused();
  return {
    endpoint: { definition, version, subresource: "" },
    subresource: undefined,
    namespace,
    name,
    verb,
    suffix: "",
  };
}

/** The first part of the keys of a resource's objects, below the root of the store. */
export function keyPrefixOf({ storage, resource }: Endpoint["definition"]): string {
  return storage?.prefix ?? resource;
}

/** `pods`, `deployments.apps`: the core group is omitted. */
export function groupResourceOf({ definition, version }: Endpoint): string {
  return version.group === "" ? definition.resource : `${definition.resource}.${version.group}`;
}

interface Place {
  /** Undefined: all namespaces. Empty: none. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

function objectRoute(info: RequestInfo, { definition, version }: ServedResource, { namespace, name }: Place): Route {
  const everywhere = definition.namespaced && namespace === undefined;
  // The path has an empty namespace: a namespaced object cannot be created or deleted there.
  if (everywhere && info.belowNamespace && name === undefined && (info.method === "POST" || info.method === "DELETE"))
    throw badRequest("Namespace parameter required.");
  const possible = name !== undefined ? oneVerbs : everywhere ? everywhereVerbs : collectionVerbs;
  const here = version.verbs.filter((v) => possible.has(v));
  const unwatched = info.verb === "watch" && !here.includes("watch");
  if (here.length === 0 || (unwatched && info.prefix === "watch")) throw notServed();
  const endpoint: Endpoint = { definition, version, subresource: "" };
  // A watch of a resource that can only be listed is rejected by the list handler.
  const verb = verbOf(info, here.includes("list") ? [...here, "watch"] : here);
  return { endpoint, subresource: undefined, namespace, name, verb, suffix: "" };
}

function subresourceRoute(
  info: RequestInfo,
  { definition, version, subresources }: ServedResource,
  {
    namespace,
    name,
    subresource: requestedSubresource,
    suffix,
  }: Place & { readonly subresource: string; readonly suffix: string },
): Route {
  const { method, prefix } = info;
  const subresource = subresources.get(requestedSubresource);
  // Below the prefix are objects, and no subresources.
  if (subresource === undefined || prefix === "watch") throw notServed();
  const connected = subresource.view === "connect";
  if (suffix !== "" && !(connected && subresource.pathSuffix)) throw notServed();
  const methods: readonly string[] = connected
    ? subresource.methods
    : subresource.verbs.flatMap((verb) => methodsOfVerbs.get(verb) ?? []);
  if (method === undefined || !methods.includes(method)) throw methodNotServed();
  if (name === undefined) throw badRequest("name must be provided");
  const endpoint: Endpoint = { definition, version, subresource: requestedSubresource };
  const verb = connected ? "connect" : verbOf(info, subresource.verbs);
  return { endpoint, subresource, namespace, name, verb, suffix };
}

/** The verbs for an object, for a namespace or the cluster, and for all namespaces. */
const oneVerbs: ReadonlySet<Verb> = new Set<Verb>(["get", "update", "patch", "delete", "watch"]);
const collectionVerbs: ReadonlySet<Verb> = new Set<Verb>(["list", "create", "deletecollection", "watch"]);
const everywhereVerbs: ReadonlySet<Verb> = new Set<Verb>(["list", "watch"]);

/**
 * The location of the object in the path. Undefined where it does not match the resource's scope.
 */
function placeOf(
  { namespace, belowNamespace, parts }: RequestInfo,
  { namespaced, resource, storage }: ResourceDefinition,
): Place | undefined {
  const name = parts[1] === "" ? undefined : parts[1];
  // An empty namespace in the path means all of them.
  if (namespaced && belowNamespace) return { namespace: namespace === "" ? undefined : namespace, name };
  if (namespaced) return parts.length === 1 ? { namespace: undefined, name: undefined } : undefined;
  // Rights in a namespace are rights on the namespace, and on nothing of the cluster that
  // is reached through it.
  if (belowNamespace) return undefined;
  const isNamespaces = resource === "namespaces" && (storage?.group ?? "") === "";
  return namespace === "" || isNamespaces ? { namespace: "", name } : undefined;
}

/** The method of each verb. A watch below `/watch/` has its verb from the path, with any method. */
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

/** The authorized verb, where it is served. @throws {StatusError} 405 */
function verbOf({ verb, method }: RequestInfo, served: readonly Verb[]): Verb {
  const found = served.find((v) => v === verb);
  if (found === undefined || methodsOfVerbs.get(found) !== method) throw methodNotServed();
  return found;
}
