import { anObject, checkArgument, listOf } from "@svc/base/check";
import { type RecordedRequest, targetOf } from "../journal/recorded-request.ts";

/** A rule of a role. */
export interface RoleRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/** Roles by which a user could have made some requests, and no others of their kind. */
export interface SmallestRoles {
  /** For resources of the cluster, all namespaces, and paths. */
  readonly cluster: readonly RoleRule[];
  /** By namespace. */
  readonly namespaces: Readonly<Record<string, readonly RoleRule[]>>;
}

const expectedRequests = listOf(anObject);

/**
 * Returns the rules that requests need; pass the requests of one user. Requests that were refused
 * with 403 count, too.
 * @throws {TypeError} for a wrong argument
 */
export function smallestRoles(requests: readonly RecordedRequest[]): SmallestRoles {
  checkArgument("smallestRoles: requests", requests, expectedRequests);
  const byNamespace = new Map<string, RecordedRequest[]>();
  for (const request of requests) {
    const list = byNamespace.get(request.namespace);
    if (list === undefined) byNamespace.set(request.namespace, [request]);
    else list.push(request);
  }
  const { "": cluster = [], ...namespaces } = Object.fromEntries(
    [...byNamespace].map(([namespace, list]) => [namespace, rulesFor(list)]),
  );
  return { cluster, namespaces };
}

/** One rule for all resources of a group with the same verbs. */
function rulesFor(requests: readonly RecordedRequest[]): readonly RoleRule[] {
  const verbsOf = new Map<string, { readonly request: RecordedRequest; readonly verbs: Set<string> }>();
  for (const request of requests) {
    const target = targetOf(request);
    const known = verbsOf.get(target);
    if (known === undefined) verbsOf.set(target, { request, verbs: new Set([request.verb]) });
    else known.verbs.add(request.verb);
  }
  const rules = new Map<string, { group: string | undefined; verbs: readonly string[]; names: string[] }>();
  for (const { request, verbs } of verbsOf.values()) {
    const { resource, subresource, group, path } = request;
    const isResource = resource !== "";
    const sorted = [...verbs].sort();
    const key = JSON.stringify([isResource ? group : undefined, sorted]);
    const name = isResource ? [resource, subresource].filter((part) => part !== "").join("/") : path;
    const rule = rules.get(key);
    if (rule === undefined) rules.set(key, { group: isResource ? group : undefined, verbs: sorted, names: [name] });
    else rule.names.push(name);
  }
  return [...rules.values()].map(({ group, verbs, names }) =>
    group === undefined
      ? { nonResourceURLs: names.sort(), verbs }
      : { apiGroups: [group], resources: names.sort(), verbs },
  );
}
