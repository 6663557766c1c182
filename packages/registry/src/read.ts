import type { MaybePromise } from "@svc/base";
import { notFound } from "@svc/meta";
import type { ListAt, ListResult, RequestedRevision } from "@svc/watch";
import type { Endpoint, ObjectName, Selectors } from "./context.ts";
import { andThen } from "./context.ts";
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

/** A list request. */
export interface ListInput {
  /** Undefined: all namespaces. */
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
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
  const { namespace, selectors, at, limit } = input;
  const selection = { namespace, labels: selectors.labels, fields: resolveFieldSelector(endpoint, selectors.fields) };
  return storeOf(parts, endpoint).cache.list({ selection, at, ...(limit === undefined ? {} : { limit }) });
}
