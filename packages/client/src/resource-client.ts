import { type ApiObject, type ObjectMeta, type Status, statusErrorFrom } from "@svc/meta";
import { linesOf } from "./lines.ts";
import type { Fetch } from "./transport.ts";

export interface WriteOptions {
  readonly dryRun?: "All";
  readonly fieldManager?: string;
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
  /** With an apply: takes fields over from other managers. */
  readonly force?: boolean;
}

export interface ListOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  readonly timeoutSeconds?: number;
}

export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground";
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: readonly "All"[];
}

export interface List<T> {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly T[];
}

export type WatchEvent<T> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: T }
  | { readonly type: "BOOKMARK"; readonly object: { readonly metadata: ObjectMeta } }
  | { readonly type: "ERROR"; readonly object: Status };

const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

export type PatchType = keyof typeof patchTypes;

/** The objects of one resource, in one namespace where it has them. What the server refuses throws a `StatusError`. */
export interface ResourceClient<T = ApiObject> {
  get(name: string): Promise<T>;
  list(options?: ListOptions): Promise<List<T>>;
  /** All objects, asked for page by page. @param pageSize objects a request; default 500 */
  all(options?: ListOptions, pageSize?: number): AsyncIterable<T>;
  /** What changes, until the server ends it or the signal does. An `ERROR` is the last event. */
  watch(
    options?: ListOptions & { readonly allowWatchBookmarks?: boolean; readonly signal?: AbortSignal },
  ): AsyncIterable<WatchEvent<T>>;
  create(object: T, options?: WriteOptions): Promise<T>;
  update(object: T, options?: WriteOptions & { readonly subresource?: string }): Promise<T>;
  patch(
    name: string,
    type: PatchType,
    patch: unknown,
    options?: WriteOptions & { readonly subresource?: string },
  ): Promise<T>;
  delete(name: string, options?: DeleteOptions): Promise<T | Status>;
  deleteAll(options?: ListOptions, deletion?: DeleteOptions): Promise<List<T> | Status>;
}

/** @param path of the collection, such as `/api/v1/namespaces/default/configmaps` */
export function createResourceClient<T = ApiObject>(fetch: Fetch, path: string): ResourceClient<T> {
  const ask = async (method: string, target: string, query: object = {}, body?: unknown, type = "application/json") => {
    const response = await fetch(target + queryOf(query), {
      method,
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await errorOf(response);
    return response.json() as Promise<never>;
  };
  const at = (name: string, subresource?: string): string =>
    `${path}/${encodeURIComponent(name)}${subresource === undefined ? "" : `/${subresource}`}`;
  return {
    get: (name) => ask("GET", at(name)),
    list: (options) => ask("GET", path, options),
    all: async function* (options = {}, pageSize = 500) {
      for (let token = options.continue; ; ) {
        const page: List<T> = await ask("GET", path, { ...options, limit: pageSize, continue: token });
        yield* page.items;
        token = page.metadata.continue;
        if (token === undefined || token === "") return;
      }
    },
    watch: async function* ({ signal, ...options } = {}) {
      const response = await fetch(path + queryOf({ ...options, watch: true }), {
        headers: { accept: "application/json" },
        ...(signal === undefined ? {} : { signal }),
      });
      if (!response.ok) throw await errorOf(response);
      for await (const line of linesOf(response)) yield JSON.parse(line) as WatchEvent<T>;
    },
    create: (object, options) => ask("POST", path, options, object),
    update: (object, { subresource, ...options } = {}) => ask("PUT", at(nameOf(object), subresource), options, object),
    patch: (name, type, patch, { subresource, ...options } = {}) =>
      ask("PATCH", at(name, subresource), options, patch, patchTypes[type]),
    delete: (name, options) => ask("DELETE", at(name), {}, options),
    deleteAll: (options, deletion) => ask("DELETE", path, options, deletion),
  };
}

function nameOf(object: unknown): string {
  const name = (object as { metadata?: { name?: unknown } }).metadata?.name;
  if (typeof name !== "string" || name === "") throw new TypeError("the object has no metadata.name");
  return name;
}

function queryOf(options: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

async function errorOf(response: Response): Promise<Error> {
  const text = await response.text();
  return statusErrorFrom(statusIn(text), response.status);
}

/** What stands between client and server may answer with anything. */
function statusIn(text: string): Partial<Status> {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null) return body as Partial<Status>;
  } catch {
    // Not JSON: its text is all there is to say.
  }
  return { message: text.slice(0, 1024) };
}
