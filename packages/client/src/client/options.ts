/** For every request. */
export interface RequestOptions {
  /** Ends the request; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** For requests that change something. */
export interface WriteOptions extends RequestOptions {
  /** Does everything but store the result. */
  readonly dryRun?: boolean;
  /** Who owns the fields that change. @default the server takes the name of the user agent */
  readonly fieldManager?: string;
  /** What becomes of fields that the server does not know. @default Warn */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict";
}

export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes fields over from those who own them. @default false: the server answers Conflict */
  readonly force?: boolean;
}

export interface GetOptions extends RequestOptions {
  /** At least as new as this; `0` is whatever is at hand. @default the latest */
  readonly resourceVersion?: string;
}

export interface Selection {
  /** As in `app=web,tier!=db`. */
  readonly labelSelector?: string;
  /** As in `metadata.name=a`. */
  readonly fieldSelector?: string;
}

export interface ListOptions extends Selection, GetOptions {
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** At most this many; the list's `continue` then asks for the rest. */
  readonly limit?: number;
  readonly continue?: string;
}

export interface AllOptions extends Selection, GetOptions {
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan";
  /** How many objects come with one request. @default 500 */
  readonly pageSize?: number;
}

export interface WatchOptions extends Selection {
  /** Changes after this version. @default everything there is as ADDED, then changes */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: "NotOlderThan";
  readonly sendInitialEvents?: boolean;
  /** @default true */
  readonly allowWatchBookmarks?: boolean;
  /** After how long the server ends the watch. @default the server decides */
  readonly timeoutSeconds?: number;
  readonly signal: AbortSignal;
}

export interface DeleteOptions extends RequestOptions {
  readonly dryRun?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground";
  /** Deletes only this very object. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

export interface DeleteCollectionOptions extends DeleteOptions, Selection {
  readonly resourceVersion?: string;
}

type QueryValue = string | number | boolean | undefined;

/** `?a=b&c=d` of what is given, or nothing. */
export function queryOf(values: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function writeQuery({ dryRun, fieldManager, fieldValidation }: WriteOptions): Record<string, QueryValue> {
  return { dryRun: dryRun === true ? "All" : undefined, fieldManager, fieldValidation };
}
