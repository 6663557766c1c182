/** Options of every request. */
export interface RequestOptions {
  /** Aborts the request, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Options of requests that change objects. */
export interface WriteOptions extends RequestOptions {
  /** If true, the server performs all checks but doesn't store the result. @default false */
  readonly dryRun?: boolean;
  /** Manager that owns the changed fields. @default the user agent up to the first slash */
  readonly fieldManager?: string;
  /** The server's handling of unknown fields. @default Warn */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

/** Options of server-side apply. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /**
   * If true, takes over fields that other managers own.
   * @default false: the server responds with Conflict
   */
  readonly force?: boolean;
}

/** Options of reading an object. */
export interface GetOptions extends RequestOptions {
  /** Minimum version; `0` accepts any cached version. @default the latest */
  readonly resourceVersion?: string;
}

/** Selects objects of a collection. */
export interface Selection {
  /** Label selector, for example `app=web,tier!=db`. */
  readonly labelSelector?: string;
  /** Field selector, for example `metadata.name=a`. */
  readonly fieldSelector?: string;
}

/** Options of a list request. */
export interface ListOptions extends Selection, GetOptions {
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /**
   * Maximum number of objects. The `continue` token of the list requests the next page. @default no
   * limit
   */
  readonly limit?: number;
  readonly continue?: string;
}

/** Options of iterating over all objects of a collection. */
export interface AllOptions extends Selection, GetOptions {
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** Maximum number of objects for each request. @default 500 */
  readonly pageSize?: number;
}

/** Options of a watch. */
export interface WatchOptions extends Selection {
  /** Version after which changes are sent. @default all objects as ADDED, then changes */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "NotOlderThan";
  readonly sendInitialEvents?: boolean;
  /** @default true */
  readonly allowWatchBookmarks?: boolean;
  /** Seconds after which the server ends the watch. @default the server decides */
  readonly timeoutSeconds?: number;
  readonly signal: AbortSignal;
}

/** Options of a deletion. */
export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground";
  /** UID and version that the object must have, otherwise the server responds with Conflict. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** Options of deleting the objects of a collection. */
export interface DeleteCollectionOptions extends DeleteOptions, Selection {
  readonly resourceVersion?: string;
}

type QueryValue = string | number | boolean | undefined;

/** Returns a query string of the defined values, such as `?a=b&c=d`, or an empty string. */
export function queryOf(values: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Record<string, QueryValue> {
  return { dryRun: dryRun === true ? "All" : undefined, fieldManager, fieldValidation };
}
