import { type Clock, type Dialect, isStatusError, type Log, pause } from "@svc/meta";
import type { AnyObject, Stored } from "../client/objects.ts";
import type { Selection } from "../client/options.ts";
import type { ResourceClient } from "../client/resource-client.ts";
import { type Backoff, createBackoff } from "./backoff.ts";
import { limitedWatch } from "./limited-watch.ts";
import { listSnapshot, type Snapshot, streamSnapshot } from "./snapshot.ts";

interface ReflectOptions<T extends AnyObject> extends Selection {
  readonly resource: ResourceClient<T>;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Objects of one request when lists are not streamed. */
  readonly pageSize: number;
  readonly maxObjects: number;
}

/** Is told what there is. None of these may throw. */
export interface Mirror<T extends AnyObject> {
  /** Everything there is now; what was known before and is not here is gone. */
  replace(items: readonly Stored<T>[]): void;
  set(object: Stored<T>): void;
  remove(object: Stored<T>): void;
}

const firstRetryMs = 200;
const maxRetryMs = 30_000;
/** A watch that ends sooner, and told nothing, counts as trouble. */
const shortWatchMs = 1000;

/**
 * Keeps a mirror of a collection until the signal ends it: lists, then watches from the version of the list, and again from where a
 * watch ended. When the server has forgotten that version it lists anew. After trouble it waits, longer each time up to 30 seconds.
 */
export async function reflect<T extends AnyObject>(options: ReflectOptions<T>, mirror: Mirror<T>): Promise<void> {
  const { resource, clock, log, signal, random } = options;
  const backoff = createBackoff({ firstMs: firstRetryMs, maxMs: maxRetryMs, random });
  const snapshot = snapshotSource(options);
  let version: string | undefined;
  while (!signal.aborted) {
    try {
      if (version === undefined) {
        const { items, resourceVersion } = await snapshot();
        mirror.replace(items);
        version = resourceVersion;
      }
      const progress = { version };
      try {
        await watchOn(options, mirror, progress, backoff);
      } finally {
        version = progress.version;
      }
    } catch (error) {
      if (signal.aborted) return;
      const waitMs = backoff.next();
      if (isExpired(error)) {
        log.debug("a version was forgotten: listing anew", { path: resource.path });
        version = undefined;
        // Once at once; a server that forgets at every turn is trouble like any other.
        if (waitMs <= firstRetryMs) continue;
      }
      const level = error instanceof RangeError ? "error" : "debug";
      log[level]("reading a collection broke off", { path: resource.path, error: String(error) });
      await pause(clock, waitMs, signal);
    }
  }
}

/** How to get everything: streamed, until the server says that it does not do that. */
function snapshotSource<T extends AnyObject>(options: ReflectOptions<T>): () => Promise<Snapshot<T>> {
  const { labelSelector, fieldSelector } = options;
  const selection: Selection = {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
  let streams = true;
  return async () => {
    const streamed = streams ? await streamSnapshot({ ...options, selection }) : undefined;
    if (streamed !== undefined) return streamed;
    streams = false;
    return listSnapshot({ ...options, selection });
  };
}

async function watchOn<T extends AnyObject>(
  { resource, clock, random, signal, labelSelector, fieldSelector }: ReflectOptions<T>,
  mirror: Mirror<T>,
  progress: { version: string },
  backoff: Backoff,
): Promise<void> {
  while (!signal.aborted) {
    const begunMs = clock.monotonic();
    let told = false;
    using limit = limitedWatch(clock, random, signal);
    const events = resource.watch({
      resourceVersion: progress.version,
      timeoutSeconds: limit.timeoutSeconds,
      signal: limit.signal,
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    });
    for await (const { type, object } of events) {
      told = true;
      backoff.reset();
      progress.version = object.metadata.resourceVersion;
      if (type === "BOOKMARK") continue;
      if (type === "DELETED") mirror.remove(object);
      else mirror.set(object);
    }
    if (!told && clock.monotonic() - begunMs < shortWatchMs) throw new Error("the watch ended as soon as it began");
  }
}

/** Too old, or of a version that the server does not know at all. */
function isExpired(error: unknown): boolean {
  return isStatusError(error) && (error.code === 410 || error.reason === "Expired" || error.reason === "Gone");
}
