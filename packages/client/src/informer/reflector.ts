import { type Clock, consoleLog, type Log, pause, systemClock } from "@svc/base";
import { type Dialect, isStatusError } from "@svc/meta";
import type { AnyObject, Stored } from "../client/objects.ts";
import type { Selection } from "../client/options.ts";
import type { ResourceClient } from "../client/resource-client.ts";
import { type Backoff, createBackoff } from "./backoff.ts";
import { limitedWatch } from "./limited-watch.ts";
import { checkSize, listSnapshot, type Snapshot, streamSnapshot, TooManyObjectsError } from "./snapshot.ts";

/** Which collection is followed, and how. */
export interface InformerOptions<T extends AnyObject> extends Selection {
  readonly resource: ResourceClient<T>;
  readonly dialect: Dialect;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default consoleLog, which writes warnings and errors to standard error */
  readonly log?: Log;
  /** From 0 to below 1, spreads retries. @default Math.random */
  readonly random?: () => number;
  /** How many objects come with one request where the server does not stream lists. @default 500 */
  readonly pageSize?: number;
  /** With more it knows none, says so in the log, and looks again after 5 minutes, later each time up to an hour. @default 1,000,000 */
  readonly maxObjects?: number;
  /** Is called with every error that makes the informer wait before it reads again. */
  readonly onError?: (error: unknown) => void;
}

interface ReflectOptions<T extends AnyObject, K> extends InformerOptions<T> {
  /** What of an object the target is told. */
  readonly transform: (object: Stored<T>) => K;
}

type Resolved<T extends AnyObject, K> = ReflectOptions<T, K> &
  Required<Pick<InformerOptions<T>, "clock" | "log" | "random" | "pageSize" | "maxObjects">>;

/** Is told what there is. None of these may throw. */
export interface ReflectorTarget<K> {
  readonly size: number;
  /** Everything there is now; what was known before and is not here is gone. */
  replace(items: readonly K[]): void;
  set(object: K): void;
  remove(object: K): void;
  /** The server has answered: reading works. */
  readable?(): void;
  /** There is too much: nobody knows any more. */
  forget(): void;
}

const firstRetryMs = 200;
const maxRetryMs = 30_000;
/** Between looks at a collection that is too large: it hardly shrinks soon. */
const firstLookMs = 5 * 60_000;
const maxLookMs = 60 * 60_000;
/** A watch that ends sooner, and told nothing, counts as trouble. */
const shortWatchMs = 1000;

/**
 * Keeps a target of a collection until the signal ends it: lists, then watches from the version of the list, and again from where a
 * watch ended. When the server has forgotten that version it lists anew. After trouble it waits, longer each time up to 30 seconds. When there are too many
 * objects it forgets them, tells once, and looks again after minutes, later each time up to an hour.
 */
export async function reflect<T extends AnyObject, K>(
  given: ReflectOptions<T, K>,
  target: ReflectorTarget<K>,
): Promise<void> {
  const { clock = systemClock, log = consoleLog, random = Math.random, pageSize = 500, maxObjects = 1_000_000 } = given;
  const options: Resolved<T, K> = { ...given, clock, log, random, pageSize, maxObjects };
  const { resource, signal, onError } = options;
  const backoff = createBackoff({ firstMs: firstRetryMs, maxMs: maxRetryMs, random });
  const looks = createBackoff({ firstMs: firstLookMs, maxMs: maxLookMs, random });
  const snapshot = snapshotSource(options);
  let version: string | undefined;
  let isTooLarge = false;
  while (!signal.aborted) {
    try {
      if (version === undefined) {
        const { items, resourceVersion } = await snapshot(isTooLarge);
        target.replace(items);
        version = resourceVersion;
        isTooLarge = false;
        looks.reset();
        target.readable?.();
      }
      const progress = { version };
      try {
        await watchOn(options, target, progress, backoff);
      } finally {
        version = progress.version;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof TooManyObjectsError) {
        if (!isTooLarge)
          log.error("a collection is too large to be followed", { path: resource.path, error: error.message });
        onError?.(error);
        isTooLarge = true;
        version = undefined;
        target.forget();
        await pause(clock, looks.next(), { signal, keepAlive: true });
        continue;
      }
      const waitMs = backoff.next();
      if (isExpired(error)) {
        log.debug("a version was forgotten: listing anew", { path: resource.path });
        version = undefined;
        // Once at once; a server that forgets at every turn is trouble like any other.
        if (waitMs <= firstRetryMs) continue;
      }
      // A connection that ends now and then is usual; a collection that can't be read is not.
      const isTrouble = version === undefined || waitMs > firstRetryMs;
      log[isTrouble ? "warn" : "debug"]("a collection could not be read, will retry", {
        path: resource.path,
        retryAfterMs: Math.round(waitMs),
        error: String(error),
      });
      onError?.(error);
      await pause(clock, waitMs, { signal, keepAlive: true });
    }
  }
}

/**
 * How to get everything: streamed, until the server says that it does not do that. In pages too where it may be too much: then the first of them tells.
 */
function snapshotSource<T extends AnyObject, K>(options: Resolved<T, K>): (inPages: boolean) => Promise<Snapshot<K>> {
  const { labelSelector, fieldSelector } = options;
  const selection: Selection = {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
  let streams = true;
  return async (inPages) => {
    if (streams && !inPages) {
      const streamed = await streamSnapshot({ ...options, selection });
      if (streamed !== undefined) return streamed;
      streams = false;
    }
    return listSnapshot({ ...options, selection });
  };
}

async function watchOn<T extends AnyObject, K>(
  options: Resolved<T, K>,
  target: ReflectorTarget<K>,
  progress: { version: string },
  backoff: Backoff,
): Promise<void> {
  const { resource, clock, random, signal, labelSelector, fieldSelector, transform } = options;
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
      if (!told) target.readable?.();
      told = true;
      backoff.reset();
      progress.version = object.metadata.resourceVersion;
      if (type === "BOOKMARK") continue;
      if (type === "DELETED") target.remove(transform(object));
      else target.set(transform(object));
      checkSize(target.size, options);
    }
    if (!told && clock.monotonic() - begunMs < shortWatchMs) throw new Error("the watch ended as soon as it began");
  }
}

/** Too old, or of a version that the server does not know at all. */
function isExpired(error: unknown): boolean {
  return isStatusError(error) && (error.code === 410 || error.reason === "Expired" || error.reason === "Gone");
}
