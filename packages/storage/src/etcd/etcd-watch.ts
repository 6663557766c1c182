import type { Clock, Log, Timer } from "@svc/base";
import { CompactedError, SlowWatcherError } from "../errors.ts";
import { createBatchQueue } from "../local/batch-queue.ts";
import { changesBytes } from "../local/recent-changes.ts";
import type { Change, ChangeBatch, Revision } from "../storage.ts";
import type { Call } from "./call.ts";
import { type Cluster, pause } from "./cluster.ts";
import { toStorageError } from "./error-mapping.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import type { EncodedRange, Keyspace } from "./keyspace.ts";
import { hasOrderedProgress } from "./version.ts";
import {
  decodeWatch,
  encodeProgressRequest,
  encodeWatch,
  type WatchEvent,
  type WatchResponse,
  watchMethod,
} from "./watch-messages.ts";

interface EtcdWatchOptions {
  readonly range: EncodedRange;
  readonly after: Revision;
  readonly signal: AbortSignal;
  readonly maxPendingBytes: number;
  readonly progressIntervalMs: number;
}

/** How watches of a store learn of progress. */
export interface ProgressSource {
  /**
   * Whether to trust the progress that members report.
   * @default by their version
   */
  readonly trusted?: boolean | undefined;
  /** Writes the marker, for watches whose member does not report progress. */
  writeMarker(): void;
  /** Makes sure that the watch receives progress. */
  want(watch: EtcdWatch): void;
}

interface EtcdWatchDeps {
  readonly cluster: Cluster;
  readonly keyspace: Keyspace;
  readonly clock: Clock;
  readonly log: Log;
  readonly progress: ProgressSource;
  /** @throws {CompactedError} when the revision was compacted */
  checkRetained(revision: Revision): Promise<void>;
  onEnd(watch: EtcdWatch): void;
}

/**
 * One watch, over one stream to one member at a time. When a stream ends, the next one continues
 * after the last delivered revision, so that nothing is missing or repeated. History is read as
 * fast as it is consumed, and live changes wait in a bounded queue.
 */
export interface EtcdWatch {
  readonly changes: AsyncIterable<ChangeBatch>;
  /** Last delivered revision; 0 before the first. */
  readonly told: number;
  /**
   * Asks the member for the revision that the watch has reached. It does not answer while the watch
   * catches up, nor before the store is beyond the revision that the watch began after.
   */
  askProgress(): void;
  /** Delivers a revision of the store that is known to be complete without a member's report. */
  tell(revision: number): void;
  fail(error: Error): void;
}

const firstPauseMs = 50;
const longestPauseMs = 2000;

/** Opens a watch. */
export function createEtcdWatch(options: EtcdWatchOptions, deps: EtcdWatchDeps): EtcdWatch {
  const { range, after, signal, maxPendingBytes, progressIntervalMs } = options;
  const { cluster, keyspace, clock, log } = deps;
  let position: number = after;
  let told = 0;
  /** Revisions up to this one were history when the stream began. */
  let historyEnd = Number.POSITIVE_INFINITY;
  let call: Call | undefined;
  let inOrder = true;
  let paused = false;
  let timer: Timer | undefined;
  let lastSentMs = clock.monotonic();
  let failuresInARow = 0;

  const queue = createBatchQueue({
    onDemand() {
      if (!paused) return;
      paused = false;
      call?.resume();
    },
    onEnd() {
      timer?.cancel();
      signal.removeEventListener("abort", abort);
      call?.cancel();
      deps.onEnd(watch);
    },
  });
  const abort = (): void => queue.end();

  async function run(): Promise<void> {
    while (!queue.ended) {
      const error = await follow();
      if (queue.ended) return;
      const fault = toStorageError(error, "read");
      if (!isTemporary(error)) return queue.fail(fault);
      if (error.code === grpcCode.unauthenticated) cluster.forgetToken();
      log.warn("a watch is resumed", { after: position, error: error.message });
      await pause(clock, Math.min(longestPauseMs, firstPauseMs * 2 ** failuresInARow++));
    }
  }

  /** Reads one stream to its end. */
  async function follow(): Promise<Error> {
    const { promise: ended, resolve } = Promise.withResolvers<Error>();
    historyEnd = Number.POSITIVE_INFINITY;
    try {
      // Etcd serves changes from the compacted revision on, but may have dropped deletions at it.
      await deps.checkRetained(position as Revision);
      const opened = await cluster.stream(watchMethod, {
        onMessage: (message) => handle(decodeWatch(message), resolve),
        onEnd: (error) => resolve(error ?? new GrpcError(grpcCode.unavailable, "the member ended the watch")),
      });
      call = opened.call;
      inOrder = deps.progress.trusted ?? (opened.member !== undefined && hasOrderedProgress(opened.member.version));
      if (queue.ended) call.cancel();
      const rangeEnd = inOrder ? range.rangeEnd : Buffer.concat([keyspace.marker, Buffer.of(0)]);
      call.send(encodeWatch({ key: range.key, rangeEnd, startRevision: position + 1 }));
      return await ended;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      call = undefined;
      paused = false;
    }
  }

  function handle(response: WatchResponse, end: (error: Error) => void): void {
    if (response.canceled) {
      const { compactRevision, cancelReason } = response;
      end(compactRevision > 0 ? new CompactedError(compactRevision) : cancellation(cancelReason));
      call?.cancel();
    } else if (response.created) {
      historyEnd = response.revision;
      failuresInARow = 0;
    } else if (response.events.length === 0) {
      if (inOrder) send({ revision: response.revision as Revision, changes: [] }, 0);
    } else deliver(response.events);
  }

  /** All events of a commit arrive in one response, whose header may be ahead of them. */
  function deliver(events: readonly WatchEvent[]): void {
    const revision = events.at(-1)!.kv.modRevision as Revision;
    if (revision <= position) return;
    const changes = events.filter((e) => e.kv.modRevision > position && isInRange(e)).flatMap(toChange);
    position = revision;
    send({ revision, changes }, changesBytes(changes));
  }

  /** With the marker, the watched range is larger than the requested one. */
  function isInRange({ kv }: WatchEvent): boolean {
    return inOrder || Buffer.compare(kv.key, range.rangeEnd) < 0;
  }

  function toChange({ op, kv }: WatchEvent): readonly Change[] {
    const key = keyspace.decode(kv.key);
    const revision = kv.modRevision as Revision;
    if (key === undefined) {
      log.warn("a key that no store wrote was changed", { key: kv.key.toString("latin1") });
      return [];
    }
    // Copied: a view would keep the whole response in memory.
    return [op === "put" ? { op, key, value: new Uint8Array(kv.value), revision } : { op, key, revision }];
  }

  function send(batch: ChangeBatch, bytes: number): void {
    if (batch.revision < told) return;
    told = batch.revision;
    position = Math.max(position, told);
    lastSentMs = clock.monotonic();
    queue.push(batch, bytes);
    const live = position >= historyEnd;
    if (live && queue.bytes > maxPendingBytes && queue.length > 1) queue.fail(new SlowWatcherError(maxPendingBytes));
    else if (!live && queue.bytes > maxPendingBytes / 2 && !paused) {
      paused = true;
      call?.pause();
    }
  }

  /** Reschedules itself; delivers progress after an interval without batches. */
  function tellProgress(): void {
    const silentMs = clock.monotonic() - lastSentMs;
    if (silentMs >= progressIntervalMs) deps.progress.want(watch);
    const restMs = silentMs >= progressIntervalMs ? progressIntervalMs : progressIntervalMs - silentMs;
    if (!queue.ended) timer = clock.after(restMs, tellProgress);
  }

  const watch: EtcdWatch = {
    changes: queue,
    get told() {
      return told;
    },
    askProgress() {
      if (call === undefined) return;
      if (inOrder) call.send(encodeProgressRequest());
      else deps.progress.writeMarker();
    },
    tell(revision) {
      if (revision <= position) send({ revision: revision as Revision, changes: [] }, 0);
    },
    fail: (error) => queue.fail(error),
  };

  if (signal.aborted) queue.end();
  else {
    signal.addEventListener("abort", abort, { once: true });
    if (progressIntervalMs > 0) timer = clock.after(progressIntervalMs, tellProgress);
    void run();
  }
  return watch;
}

/** Members report the reason of a cancellation as text only. */
function cancellation(reason: string): GrpcError {
  const codes = [
    ["permission denied", grpcCode.permissionDenied],
    ["user name is empty", grpcCode.permissionDenied],
    ["invalid auth token", grpcCode.unauthenticated],
  ] as const;
  const code = codes.find(([text]) => reason.includes(text))?.[1] ?? grpcCode.unavailable;
  return new GrpcError(code, `the member cancelled the watch: ${reason}`);
}

/** True for errors that a retry may resolve. An expired token is replaced for it. */
function isTemporary(error: Error): error is GrpcError {
  if (!(error instanceof GrpcError)) return false;
  const { unavailable, deadlineExceeded, unauthenticated, canceled } = grpcCode;
  return [unavailable, deadlineExceeded, unauthenticated, canceled].some((code) => code === error.code);
}
