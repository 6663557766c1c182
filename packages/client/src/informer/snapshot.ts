import type { Clock } from "@svc/base";
import { type Dialect, isStatusError } from "@svc/meta";
import type { AnyObject, ObjectList, Stored } from "../client/objects.ts";
import type { Selection } from "../client/options.ts";
import type { ResourceClient } from "../client/resource-client.ts";
import { limitedWatch } from "./limited-watch.ts";

/** All objects of a collection at one version. */
export interface Snapshot<K> {
  readonly items: readonly K[];
  readonly resourceVersion: string;
}

interface SnapshotOptions<T extends AnyObject, K> {
  readonly transform: (object: Stored<T>) => K;
  readonly resource: ResourceClient<T>;
  readonly selection: Selection;
  readonly dialect?: Dialect;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly pageSize: number;
  readonly maxObjects: number;
}

/**
 * Reads all objects at one version in pages. If the version of the first page expires before the
 * last one, it reads the whole list with one request.
 * @throws {TooManyObjectsError} as soon as the number of objects is known
 */
export async function listSnapshot<T extends AnyObject, K>(options: SnapshotOptions<T, K>): Promise<Snapshot<K>> {
  const { resource, selection, signal, pageSize, transform } = options;
  const items: K[] = [];
  let token: string | undefined;
  for (;;) {
    let page: ObjectList<T>;
    try {
      page = await resource.list({
        ...selection,
        signal,
        limit: pageSize,
        ...(token === undefined ? {} : { continue: token }),
      });
    } catch (error) {
      if (token === undefined || !isStatusError(error) || error.code !== 410) throw error;
      // The error's continue token has another version, so the pages would be inconsistent.
      const whole = await resource.list({ ...selection, signal });
      checkSize(whole.items.length, options);
      return { items: whole.items.map(transform), resourceVersion: whole.metadata.resourceVersion ?? "" };
    }
    for (const item of page.items) items.push(transform(item));
    checkSize(items.length + (page.metadata.remainingItemCount ?? 0), options);
    token = page.metadata.continue;
    if (token === undefined || token === "") return { items, resourceVersion: page.metadata.resourceVersion ?? "" };
  }
}

/**
 * Reads all objects at one version from a stream, which saves the server from building the list.
 * @returns undefined if the server doesn't stream lists
 * Source: KEP-3157.
 */
export async function streamSnapshot<T extends AnyObject, K>(
  options: SnapshotOptions<T, K>,
): Promise<Snapshot<K> | undefined> {
  const { resource, selection, dialect, clock, random, transform } = options;
  const isEndMark = (name: string): boolean =>
    dialect === undefined ? name.endsWith("/initial-events-end") : name === dialect.expand("{api}/initial-events-end");
  const items = new Map<string, K>();
  using limit = limitedWatch(clock, random, options.signal);
  try {
    const events = resource.watch({
      ...selection,
      timeoutSeconds: limit.timeoutSeconds,
      signal: limit.signal,
      sendInitialEvents: true,
      resourceVersionMatch: "NotOlderThan",
      allowWatchBookmarks: true,
    });
    for await (const { type, object } of events) {
      if (type === "BOOKMARK") {
        const { resourceVersion, annotations } = object.metadata;
        const isEnd = Object.entries(annotations ?? {}).some(([name, value]) => isEndMark(name) && value === "true");
        if (isEnd) return { items: [...items.values()], resourceVersion };
      } else if (type === "DELETED") items.delete(object.metadata.uid);
      else items.set(object.metadata.uid, transform(object));
      checkSize(items.size, options);
    }
  } catch (error) {
    if (isStatusError(error) && [400, 403, 422].includes(error.code)) return undefined;
    throw error;
  }
  throw new Error("the server ended the stream of a list before its end");
}

/** The collection has more objects than the limit of the informer. */
export class TooManyObjectsError extends Error {
  override readonly name = "TooManyObjectsError";
}

interface Bounded {
  readonly resource: { readonly path: string };
  readonly maxObjects: number;
}

/** @throws {TooManyObjectsError} */
export function checkSize(size: number, { resource, maxObjects }: Bounded): void {
  if (size <= maxObjects) return;
  throw new TooManyObjectsError(`${resource.path} has more than ${maxObjects} objects, the bound of this informer`);
}
