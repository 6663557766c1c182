import type { MaybePromise } from "@svc/base";
import { formatApiVersion, notFound } from "@svc/meta";
import type { InitialSink, ListAt, ListResult, RequestedRevision, Selection, WatchFrom, WatchHandle } from "@svc/watch";
import { andThen, type Endpoint, type ObjectName, type Selectors } from "./context.ts";
import { type Parts, resourceOf, storeOf } from "./parts.ts";
import { resolveFieldSelector } from "./selectors.ts";
import type { StoredObject } from "./stored-object.ts";
import { checkReadable, unreadableObject } from "./unreadable.ts";

/**
 * The required freshness of a single object. Source: the table of get semantics in the
 * specification.
 */
export type GetAt =
  | { readonly kind: "latest" }
  | { readonly kind: "any" }
  | { readonly kind: "notOlderThan"; readonly revision: RequestedRevision }
  /** The latest state, where the store has reached a revision. */
  | { readonly kind: "reached"; readonly revision: RequestedRevision };

/** A request for one object. */
export interface GetInput extends ObjectName {
  /** @default latest */
  readonly at?: GetAt;
}

const latest: GetAt = { kind: "latest" };

export function getObject(parts: Parts, endpoint: Endpoint, input: GetInput): MaybePromise<StoredObject> {
  const { namespace, name, at = latest } = input;
  const { changeStream } = parts;
  const store = storeOf(parts, endpoint);
  const { cache } = store;
  const wait =
    cache.ready() ??
    (at.kind === "any" ? undefined : at.kind === "latest" ? changeStream.awaitCurrent() : reach(parts, at));
  const read = (): StoredObject => {
    const found = cache.get(store.keyOf(namespace, name));
    if (found === undefined) throw notFound({ ...resourceOf(endpoint), name });
    if (found.corrupt !== undefined) throw unreadableObject(found);
    return found;
  };
  return wait === undefined
    ? read()
    : wait.then(() => (cache.ready() === undefined && at.kind !== "any" ? andThen(settle(parts, at), read) : read()));
}

/** While the cache was loading, the requested revision may not have been checked yet. */
function settle(parts: Parts, at: GetAt): MaybePromise<void> {
  return "revision" in at ? reach(parts, at) : parts.changeStream.awaitCurrent();
}

function reach(
  { changeStream }: Parts,
  { kind, revision }: Extract<GetAt, { readonly revision: RequestedRevision }>,
): Promise<void> | undefined {
  return kind === "reached" ? changeStream.requireRevision(revision) : changeStream.awaitRevision(revision);
}

/** The objects that a list or watch selects. */
export interface SelectionInput {
  /** Undefined: all namespaces. */
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
}

/** @throws {StatusError} 400 for an unsupported field */
function selectionOf(endpoint: Endpoint, { namespace, selectors }: SelectionInput): Selection {
  return { namespace, labels: selectors.labels, fields: resolveFieldSelector(endpoint, selectors.fields) };
}

/** A list request. */
export interface ListInput extends SelectionInput {
  readonly at: ListAt;
  readonly limit?: number | undefined;
}

export function listObjects(
  parts: Parts,
  endpoint: Endpoint,
  input: ListInput,
): MaybePromise<ListResult<StoredObject>> {
  const store = storeOf(parts, endpoint);
  return andThen(listWithUnreadable(parts, endpoint, input), (result) =>
    store.unreadableReads > 0 ? checkReadable(endpoint.definition.resource, result) : result,
  );
}

/** Like `listObjects`, with unreadable objects, which the caller must check for. */
export function listWithUnreadable(
  parts: Parts,
  endpoint: Endpoint,
  input: ListInput,
): MaybePromise<ListResult<StoredObject>> {
  const { at, limit } = input;
  const selection = selectionOf(endpoint, input);
  return storeOf(parts, endpoint).cache.list({ selection, at, ...(limit === undefined ? {} : { limit }) });
}

/** A watch request. */
export interface WatchInput extends SelectionInput {
  readonly from: WatchFrom;
  readonly bookmarks: boolean;
  readonly timeoutMs: number;
  readonly sink: InitialSink<StoredObject>;
}

export function watchObjects(parts: Parts, endpoint: Endpoint, input: WatchInput): MaybePromise<WatchHandle> {
  const { namespace: _, selectors: __, ...rest } = input;
  const selection = selectionOf(endpoint, input);
  return storeOf(parts, endpoint).cache.watch({ ...rest, selection, tag: formatApiVersion(endpoint.version) });
}
