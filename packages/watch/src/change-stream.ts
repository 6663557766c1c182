import { type Clock, type Log, pause, silentLog, systemClock } from "@svc/base";
import { StatusError } from "@svc/meta";
import { type Change, type ChangeBatch, isStorageError, type Revision, type Storage } from "@svc/storage";

/** Receives the changes below one prefix. */
export interface ChangeReader {
  /** Ends with `/`. */
  readonly prefix: string;
  /** The changes of one batch, in order. */
  changes(changes: readonly Change[]): void;
  /** Everything up to the revision was delivered. */
  progress(revision: number): void;
  /** History has a gap: the reader must drop its state and read again. */
  restart(): void;
}

/** A revision that a client names: a bigint past 2^53, where stored ones never are. */
export type RequestedRevision = number | bigint;

/** Options of `createChangeStream`. */
export interface ChangeStreamOptions {
  readonly storage: Storage;
  /**
   * Prefix of everything that the caches hold.
   * @default "/registry/"
   */
  readonly prefix?: string;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default silentLog */
  readonly log?: Log;
}

/**
 * The one stream of changes that all caches of a server live on. One watch of the whole store means
 * one order and one revision for all of them: a resource in which nothing happens is as fresh as
 * the busiest one.
 */
export interface ChangeStream {
  /** Everything up to here was delivered to the readers. */
  readonly revision: number;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  attach(reader: ChangeReader): () => void;
  /**
   * Waits until all that was committed before the call was given to the readers: what is read from
   * a cache afterwards is linearizable. Undefined when that holds already.
   */
  awaitCurrent(): Promise<void> | undefined;
  /**
   * Waits for a revision.
   * @throws {StatusError} 504 when it is not reached in time
   */
  awaitRevision(revision: RequestedRevision, timeoutMs?: number): Promise<void> | undefined;
  /**
   * Like `awaitCurrent`.
   * @throws {StatusError} 504 when the store has not reached the revision then
   */
  requireRevision(revision: RequestedRevision): Promise<void> | undefined;
  /**
   * True if the store still has the state at a revision, so that a list of it can continue. The
   * answer may be a second old.
   */
  retains(revision: number): boolean | Promise<boolean>;
  close(): Promise<void>;
}

/** Time that a read waits for a future revision. Source: the behaviour that clients know. */
export const futureTimeoutMs = 3_000;
const retryDelayMs = 250;
const maxRetryDelayMs = 5_000;

interface Waiter {
  readonly revision: RequestedRevision;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Starts to watch the store. The stream is usable at once; readers attach when they are needed. */
export async function createChangeStream({
  storage,
  prefix = "/registry/",
  clock = systemClock,
  log = silentLog,
}: ChangeStreamOptions): Promise<ChangeStream> {
  const readers = new Map<string, ChangeReader>();
  const waiters = new Set<Waiter>();
  const stop = new AbortController();
  let revision: number = await storage.currentRevision();

  const wake = (): void => {
    for (const waiter of waiters) {
      if (waiter.revision > revision) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  };

  const deliver = (batch: ChangeBatch): void => {
    for (const [reader, changes] of groupByReader(batch.changes, prefix, readers)) reader.changes(changes);
    revision = batch.revision;
    for (const reader of readers.values()) reader.progress(revision);
    if (waiters.size > 0) wake();
  };

  const run = async (): Promise<void> => {
    for (let delayMs = retryDelayMs; !stop.signal.aborted; ) {
      try {
        for await (const batch of storage.watch({ prefix }, { after: revision as Revision, signal: stop.signal })) {
          deliver(batch);
          delayMs = retryDelayMs;
        }
        if (stop.signal.aborted) return;
      } catch (error) {
        if (stop.signal.aborted) return;
        log.warn("the stream of changes broke off; it is taken up again", { error: String(error), revision });
        // Compacted or damaged history cannot provide the missing changes. A stream that was too
        // slow resumes where it stopped.
        if (isStorageError(error, "compacted") || isStorageError(error, "corrupt")) {
          revision = await currentRevision(storage, revision);
          for (const reader of readers.values()) reader.restart();
          wake();
        }
      }
      await pause(clock, delayMs, { signal: stop.signal });
      delayMs = Math.min(delayMs * 2, maxRetryDelayMs);
    }
  };
  const running = run();

  const waitFor = (requested: RequestedRevision, timeoutMs: number | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        revision: requested,
        resolve: () => {
          timer?.cancel();
          resolve();
        },
        reject: reject,
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : clock.after(timeoutMs, () => {
              waiters.delete(waiter);
              reject(futureRevision(requested, revision));
            });
      waiters.add(waiter);
      storage.requestProgress();
    });

  const awaitCurrent = (): Promise<void> | undefined => {
    const current = storage.currentRevision();
    if (typeof current === "number") return current <= revision ? undefined : waitFor(current, undefined);
    return current.then((r) => (r <= revision ? undefined : waitFor(r, undefined)));
  };

  return {
    get revision() {
      return revision;
    },
    storage,
    clock,
    log,
    attach: (reader) => {
      readers.set(reader.prefix, reader);
      return () => void readers.delete(reader.prefix);
    },
    awaitCurrent,
    requireRevision: (requested) => {
      const check = (): undefined => {
        if (requested > revision) throw unreachedRevision(requested, revision);
      };
      const wait = awaitCurrent();
      return wait === undefined ? check() : wait.then(check);
    },
    awaitRevision: (requested, timeoutMs = futureTimeoutMs) =>
      requested <= revision ? undefined : waitFor(requested, timeoutMs),
    retains: createRetention({ storage, clock }, prefix),
    close: async () => {
      stop.abort();
      await running;
      for (const waiter of waiters)
        waiter.reject(new StatusError({ code: 503, message: "the server is shutting down" }));
      waiters.clear();
    },
  };
}

/** Time for which a revision is known to be retained. */
const retainedMs = 1_000;

function createRetention(
  { storage, clock }: Pick<ChangeStream, "storage" | "clock">,
  prefix: string,
): ChangeStream["retains"] {
  let retained = { revision: Number.POSITIVE_INFINITY, untilMs: 0 };
  return (revision) => {
    const nowMs = clock.monotonic();
    if (revision >= retained.revision && nowMs < retained.untilMs) return true;
    return storage.range({ prefix }, { limit: 0, revision: revision as Revision }).then(
      () => {
        retained = { revision, untilMs: nowMs + retainedMs };
        return true;
      },
      (error: unknown) => {
        if (isStorageError(error, "compacted")) return false;
        throw error;
      },
    );
  };
}

/** Groups changes by reader; keeps their order. */
function* groupByReader(
  changes: readonly Change[],
  root: string,
  readers: ReadonlyMap<string, ChangeReader>,
): IterableIterator<readonly [ChangeReader, readonly Change[]]> {
  if (changes.length === 1) {
    const [only] = changes;
    const reader = only && readerOf(only.key, root, readers);
    if (reader !== undefined) yield [reader, changes];
    return;
  }
  const grouped = new Map<ChangeReader, Change[]>();
  for (const change of changes) {
    const reader = readerOf(change.key, root, readers);
    if (reader === undefined) continue;
    const list = grouped.get(reader);
    if (list === undefined) grouped.set(reader, [change]);
    else list.push(change);
  }
  yield* grouped;
}

/**
 * Prefixes have one or two segments below the root: `configmaps/`, `services/specs/`. The longest
 * match wins.
 */
function readerOf(key: string, root: string, readers: ReadonlyMap<string, ChangeReader>): ChangeReader | undefined {
  const first = key.indexOf("/", root.length);
  if (first < 0) return undefined;
  const second = key.indexOf("/", first + 1);
  const longer = second < 0 ? undefined : readers.get(key.slice(0, second + 1));
  return longer ?? readers.get(key.slice(0, first + 1));
}

async function currentRevision(storage: Storage, fallback: number): Promise<number> {
  try {
    return await storage.currentRevision();
  } catch {
    // The store does not answer: the next watch continues from the current revision.
    return fallback;
  }
}

/** Error for a revision that was not reached in time. */
export function futureRevision(requested: RequestedRevision, current: number): StatusError {
  return unreachedRevision(requested, current, { retryAfterSeconds: 1 });
}

/** Error for a revision that the store has not reached. */
export function unreachedRevision(
  requested: RequestedRevision,
  current: number,
  details: { readonly retryAfterSeconds?: number } = {},
): StatusError {
  return new StatusError({
    code: 504,
    reason: "Timeout",
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: { causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }], ...details },
  });
}
