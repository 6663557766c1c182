import { type Status, statusErrorFrom } from "@svc/meta";
import { readLines } from "./body.ts";
import { withoutManagedFields } from "./managed-fields.ts";
import type { AnyObject, WatchEvent } from "./objects.ts";
import { queryOf, type WatchOptions } from "./options.ts";
import type { Requester } from "./requester.ts";

interface WatchSource {
  readonly requester: Requester;
  /** Of the collection. */
  readonly path: string;
  readonly accept: string;
  readonly maxEventBytes: number;
  /** Of objects that are nothing but metadata. */
  readonly skipsOwners: boolean;
}

interface Frame {
  readonly type?: unknown;
  readonly object?: unknown;
}

/**
 * Yields the events of a watch as they arrive. The iteration ends with the stream; a truncated
 * event is an error, since its content is unknown.
 */
export async function* watchEvents<T extends AnyObject>(
  { requester, path, accept, maxEventBytes, skipsOwners }: WatchSource,
  { signal, allowWatchBookmarks = true, ...query }: WatchOptions,
): AsyncGenerator<WatchEvent<T>, void, void> {
  // Leaving the loop must end the request too, also while it waits for the next event.
  const left = new AbortController();
  const either = AbortSignal.any([signal, left.signal]);
  try {
    const target = path + queryOf({ ...query, watch: true, allowWatchBookmarks });
    const response = await requester.stream({ method: "GET", path: target, accept, signal: either });
    for await (const line of readLines(response, maxEventBytes))
      yield eventOf<T>(skipsOwners ? withoutManagedFields(line) : line, path);
  } finally {
    left.abort();
  }
}

function eventOf<T extends AnyObject>(line: string, path: string): WatchEvent<T> {
  const { type, object } = parseFrame(line, path);
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
    case "BOOKMARK":
      if (typeof object === "object" && object !== null) return { type, object } as WatchEvent<T>;
      break;
    case "ERROR":
      throw statusErrorFrom((object ?? {}) as Partial<Status>);
  }
  throw new Error(`the watch of ${path} returned an event of an unknown type`);
}

function parseFrame(line: string, path: string): Frame {
  try {
    return (JSON.parse(line) ?? {}) as Frame;
  } catch (cause) {
    throw new Error(`the watch of ${path} broke off inside an event, or is not JSON`, { cause });
  }
}
