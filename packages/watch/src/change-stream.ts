import { type Clock, type Log, pause, silentLog, systemClock } from "@svc/base";
import { aClock, aLog, aString, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { StatusError } from "@svc/meta";
import { type ChangeBatch, isStorageError, type Revision, type Storage } from "@svc/storage";
import { type ChangeReader, ChangeReaders } from "./change-readers.ts";
import { type RequestedRevision, unreachedRevision } from "./requested-revision.ts";
import { RevisionWaiters } from "./revision-waiters.ts";

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
   * Waits until the readers have all commits from before the call: a read from a cache is
   * linearizable afterwards. Undefined when they already have them.
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

/** Time that a read waits for a future revision. Source: kube-apiserver's behaviour. */
export const futureTimeoutMs = 3_000;
const retryDelayMs = 250;
const maxRetryDelayMs = 5_000;

const changeStreamOptions = optionsOf<ChangeStreamOptions>({
  storage: withMethods("a Storage of @svc/storage", "currentRevision", "get", "range", "commit"),
  prefix: optional(aString),
  clock: optional(aClock),
  log: optional(aLog),
});

/**
 * Starts to watch the store. The stream is usable immediately; readers attach when they are needed.
 * @throws {TypeError} for a wrong argument
 */
export async function createChangeStream(options: ChangeStreamOptions): Promise<ChangeStream> {
  checkArgument("createChangeStream: options", options, changeStreamOptions);
  const { storage, prefix = "/registry/", clock = systemClock, log = silentLog } = options;
  const revision = await storage.currentRevision();
  return new StoreChanges({ storage, prefix, clock, log }, revision);
}

class StoreChanges implements ChangeStream {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly retains: ChangeStream["retains"];
  readonly #prefix: string;
  readonly #readers: ChangeReaders;
  readonly #waiters: RevisionWaiters;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #revision: number;

  constructor({ storage, prefix, clock, log }: Required<ChangeStreamOptions>, revision: number) {
    this.storage = storage;
    this.clock = clock;
    this.log = log;
    this.retains = createRetention({ storage, clock }, prefix);
    this.#prefix = prefix;
    this.#readers = new ChangeReaders(prefix);
    this.#waiters = new RevisionWaiters(clock, revision);
    this.#revision = revision;
    this.#running = this.#run();
  }

  get revision(): number {
    return this.#revision;
  }

  attach(reader: ChangeReader): () => void {
    return this.#readers.add(reader);
  }

  awaitCurrent(): Promise<void> | undefined {
    const current = this.storage.currentRevision();
    if (typeof current === "number") return current <= this.#revision ? undefined : this.#wait(current, undefined);
    return current.then((r) => (r <= this.#revision ? undefined : this.#wait(r, undefined)));
  }

  awaitRevision(requested: RequestedRevision, timeoutMs: number = futureTimeoutMs): Promise<void> | undefined {
    return requested <= this.#revision ? undefined : this.#wait(requested, timeoutMs);
  }

  requireRevision(requested: RequestedRevision): Promise<void> | undefined {
    const check = (): undefined => {
      if (requested > this.#revision) throw unreachedRevision(requested, this.#revision);
    };
    const wait = this.awaitCurrent();
    return wait === undefined ? check() : wait.then(check);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#waiters.close(new StatusError({ code: 503, message: "the server is shutting down" }));
  }

  #wait(requested: RequestedRevision, timeoutMs: number | undefined): Promise<void> {
    const reached = this.#waiters.wait(requested, timeoutMs);
    this.storage.requestProgress();
    return reached;
  }

  async #run(): Promise<void> {
    const { storage, clock, log } = this;
    const { signal } = this.#stop;
    const prefix = this.#prefix;
    for (let delayMs = retryDelayMs; !signal.aborted; ) {
      try {
        for await (const batch of storage.watch({ prefix }, { after: this.#revision as Revision, signal })) {
          this.#deliver(batch);
          delayMs = retryDelayMs;
        }
        if (signal.aborted) return;
      } catch (error) {
        if (signal.aborted) return;
        const revision = this.#revision;
        log.warn("the stream of changes broke off; it is taken up again", { error: String(error), revision });
        // Compacted or damaged history cannot provide the missing changes. A stream that was too
        // slow resumes where it stopped.
        if (isStorageError(error, "compacted") || isStorageError(error, "corrupt")) {
          this.#revision = await currentRevision(storage, revision);
          for (const reader of this.#readers.all()) reader.restart();
          this.#waiters.reach(this.#revision);
        }
      }
      await pause(clock, delayMs, { signal });
      delayMs = Math.min(delayMs * 2, maxRetryDelayMs);
    }
  }

  #deliver({ changes, revision }: ChangeBatch): void {
    this.#readers.deliver(changes);
    this.#revision = revision;
    for (const reader of this.#readers.all()) reader.progress(revision);
    this.#waiters.reach(revision);
  }
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

async function currentRevision(storage: Storage, fallback: number): Promise<number> {
  try {
    return await storage.currentRevision();
  } catch {
    // The store does not answer: the next watch continues from the current revision.
    return fallback;
  }
}
