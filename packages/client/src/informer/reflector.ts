import { type Backoff, type Clock, consoleLog, createBackoff, type Log, pause, systemClock } from "@svc/base";
import {
  aClock,
  aFunction,
  aLog,
  aNonNegativeNumber,
  aSignal,
  aString,
  checkArgument,
  type OptionTable,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { aDialect, type Dialect, isStatusError } from "@svc/meta";
import type { AnyObject, Stored } from "../client/objects.ts";
import type { Selection } from "../client/options.ts";
import type { ResourceClient } from "../client/resource-client.ts";
import { limitedWatch } from "./limited-watch.ts";
import { checkSize, listSnapshot, type Snapshot, streamSnapshot, TooManyObjectsError } from "./snapshot.ts";

/** Options of an informer. */
export interface InformerOptions<T extends AnyObject> extends Selection {
  readonly resource: ResourceClient<T>;
  /**
   * The dialect of the server, which names the mark behind the first objects of a stream.
   * @default the mark of any dialect counts
   */
  readonly dialect?: Dialect;
  /** Ends the informer. @default only `close` does */
  readonly signal?: AbortSignal;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default consoleLog, which writes warnings and errors to standard error */
  readonly log?: Log;
  /** Returns a number from 0 to below 1, which spreads retries. @default Math.random */
  readonly random?: () => number;
  /** Page size of lists, for servers that don't stream lists. @default 500 */
  readonly pageSize?: number;
  /**
   * Maximum number of objects. Beyond it, the informer clears its store, logs an error, and retries
   * after 5 minutes, doubled up to an hour.
   * @default 1,000,000
   */
  readonly maxObjects?: number;
  /** Called with each error after which the informer waits before it reads again. */
  readonly onError?: (error: unknown) => void;
}

interface ReflectOptions<T extends AnyObject, K> extends InformerOptions<T> {
  readonly signal: AbortSignal;
  /** Converts an object into the value that the target stores. */
  readonly transform: (object: Stored<T>) => K;
}

type Resolved<T extends AnyObject, K> = ReflectOptions<T, K> &
  Required<Pick<InformerOptions<T>, "clock" | "log" | "random" | "pageSize" | "maxObjects">>;

/** Receives the state of the collection. The methods must not throw. */
export interface ReflectorTarget<K> {
  size(): number;
  /** Replaces all objects. Objects that aren't in the list were deleted. */
  replace(items: readonly K[]): void;
  set(object: K): void;
  remove(object: K): void;
  /** Called when the server responds: reading works. */
  readable?(): void;
  /** Clears the state, because the collection is too large. Objects weren't necessarily deleted. */
  forget(): void;
}

const firstRetryMs = 200;
const maxRetryMs = 30_000;
/** Delays between reads of a collection that is too large. It rarely shrinks soon. */
const firstLookMs = 5 * 60_000;
const maxLookMs = 60 * 60_000;
/** A watch that ends sooner, without an event, counts as a failure. */
const shortWatchMs = 1000;

const expectedTarget = withMethods("a ReflectorTarget of @svc/client", "replace", "set", "remove");

/** What the options of informers and of `reflect` share. */
export const commonOptions: OptionTable<Omit<InformerOptions<never>, "signal">> = {
  resource: withMethods("a ResourceClient of @svc/client", "list", "watch"),
  dialect: optional(aDialect),
  clock: optional(aClock),
  log: optional(aLog),
  random: optional(aFunction),
  pageSize: optional(aNonNegativeNumber),
  maxObjects: optional(aNonNegativeNumber),
  onError: optional(aFunction),
  labelSelector: optional(aString),
  fieldSelector: optional(aString),
};

const reflectOptions = optionsOf<ReflectOptions<never, never>>({
  ...commonOptions,
  signal: aSignal,
  transform: aFunction,
});

/**
 * Reflects a collection into a target until the signal is aborted: lists the objects, then watches
 * from the version of the list, and again from the version at which a watch ended. If that version
 * has expired, it lists again. Failures are retried with a backoff of up to 30 seconds. A
 * collection that is too large is cleared from the target and read again after 5 minutes to an
 * hour.
 * @throws {TypeError} for a wrong argument
 */
export async function reflect<T extends AnyObject, K>(
  given: ReflectOptions<T, K>,
  target: ReflectorTarget<K>,
): Promise<void> {
  checkArgument("reflect: options", given, reflectOptions);
  checkArgument("reflect: target", target, expectedTarget);
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
      const progress = { version, backoff };
      try {
        await watchOn(options, target, progress);
      } finally {
        version = progress.version;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof TooManyObjectsError) {
        if (!isTooLarge)
          log.error("collection exceeds the informer's limit, will retry", {
            path: resource.path,
            error: error.message,
          });
        onError?.(error);
        isTooLarge = true;
        version = undefined;
        target.forget();
        await pause(clock, looks.next(), { signal, keepAlive: true });
        continue;
      }
      const waitMs = backoff.next();
      if (isExpired(error)) {
        log.debug("resource version expired, listing again", { path: resource.path });
        version = undefined;
        // The first time without a pause. Repeated expiry counts as a failure.
        if (waitMs <= firstRetryMs) continue;
      }
      // Closed connections are normal, so only failed lists and repeated failures are warnings.
      const isTrouble = version === undefined || waitMs > firstRetryMs;
      log[isTrouble ? "warn" : "debug"]("collection could not be read, will retry", {
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
 * Returns the function that reads all objects: streamed, unless the server doesn't support it.
 * After a collection was too large it reads pages, since the first page has the total.
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

/** The position of the watch, and the pauses after failures. */
interface WatchProgress {
  version: string;
  readonly backoff: Backoff;
}

async function watchOn<T extends AnyObject, K>(
  options: Resolved<T, K>,
  target: ReflectorTarget<K>,
  progress: WatchProgress,
): Promise<void> {
  const { resource, clock, random, signal, labelSelector, fieldSelector, transform } = options;
  while (!signal.aborted) {
    const begunMs = clock.monotonic();
    let isReported = false;
    using limit = limitedWatch(clock, random, signal);
    const events = resource.watch({
      resourceVersion: progress.version,
      timeoutSeconds: limit.timeoutSeconds,
      signal: limit.signal,
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    });
    for await (const { type, object } of events) {
      if (!isReported) target.readable?.();
      isReported = true;
      progress.backoff.reset();
      progress.version = object.metadata.resourceVersion;
      if (type === "BOOKMARK") continue;
      if (type === "DELETED") target.remove(transform(object));
      else target.set(transform(object));
      checkSize(target.size(), options);
    }
    if (!isReported && clock.monotonic() - begunMs < shortWatchMs)
      throw new Error("the watch ended without an event right after its start");
  }
}

/** True if the requested version has expired. */
function isExpired(error: unknown): boolean {
  return isStatusError(error) && (error.code === 410 || error.reason === "Expired" || error.reason === "Gone");
}
