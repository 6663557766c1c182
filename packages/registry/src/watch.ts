import type { MaybePromise } from "@svc/base";
import { formatApiVersion } from "@svc/meta";
import type { InitialSink, WatchFrom, WatchHandle } from "@svc/watch";
import type { Endpoint, Selectors } from "./context.ts";
import { type Parts, storeOf } from "./parts.ts";
import { resolveFieldSelector } from "./selectors.ts";
import type { StoredObject } from "./stored-object.ts";

/** A watch request. */
export interface WatchInput {
  /** Undefined: all namespaces. */
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
  readonly from: WatchFrom;
  readonly bookmarks: boolean;
  readonly timeoutMs: number;
  readonly sink: InitialSink<StoredObject>;
}

export function watchObjects(parts: Parts, endpoint: Endpoint, input: WatchInput): MaybePromise<WatchHandle> {
  const { namespace, selectors, ...rest } = input;
  const selection = { namespace, labels: selectors.labels, fields: resolveFieldSelector(endpoint, selectors.fields) };
  return storeOf(parts, endpoint).cache.watch({ ...rest, selection, tag: formatApiVersion(endpoint.version) });
}
