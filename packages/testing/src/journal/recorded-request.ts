import { anObject, checkArgument } from "@svc/base/check";

/** One request that a test server received. */
export interface RecordedRequest {
  /** 1 for the first request of the server. */
  readonly number: number;
  /** The user of the request, after impersonation. */
  readonly user: string;
  readonly userAgent: string;
  /** `get`, `list`, `watch`, `create`, …; for paths without a resource the method in lower case. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  /** Empty for a path without a resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Empty for a collection. A create has the name that the server answered with. */
  readonly name: string;
  readonly path: string;
  readonly dryRun: boolean;
  /** By the server's clock, milliseconds since 1970. */
  readonly startedMs: number;
  /** When the head of the response was ready; undefined while it is not. */
  readonly respondedMs: number | undefined;
  /** Status of the response; undefined while there is none. */
  readonly code: number | undefined;
  /** Of the object in the response of a write, if it has one. */
  readonly resourceVersion: string | undefined;
  /** The fault that was injected into it. */
  readonly fault: string | undefined;
}

/**
 * `pods`, `deployments.apps`, `pods/status`; or the path.
 * @throws {TypeError} for a wrong argument
 */
export function targetOf(request: RecordedRequest): string {
  checkArgument("targetOf: request", request, anObject);
  const { resource, group, subresource, path } = request;
  if (resource === "") return path;
  const qualified = group === "" ? resource : `${resource}.${group}`;
  return subresource === "" ? qualified : `${qualified}/${subresource}`;
}

const writeVerbs: ReadonlySet<string> = new Set(["create", "update", "patch", "delete", "deletecollection"]);

/**
 * True for a request that may change an object, and was no dry run.
 * @throws {TypeError} for a wrong argument
 */
export function isWrite(request: RecordedRequest): boolean {
  checkArgument("isWrite: request", request, anObject);
  const { verb, resource, dryRun } = request;
  return resource !== "" && writeVerbs.has(verb) && !dryRun;
}
