import { type Clock, type Log, pause } from "@svc/base";
import { CompactedError } from "../errors.ts";
import { changesBytes } from "../local/recent-changes.ts";
import { WatchQueue, type WatchQueueOptions } from "../local/watch-queue.ts";
import type { Change, ChangeBatch, Revision } from "../storage.ts";
import type { Call } from "./call.ts";
import type { Cluster } from "./cluster.ts";
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

interface EtcdWatchOptions extends WatchQueueOptions {
  readonly range: EncodedRange;
  readonly after: Revision;
}

/** The source of progress for the watches of a store. */
export interface ProgressSource {
  /**
   * Whether to trust the progress that members report.
   * @default by their version
   */
  readonly trusted?: boolean | undefined;
  /** Writes the marker, for watches whose member does not report progress. */
  writeMarker(): void;
  /** Makes sure that the watch receives progress. */
  request(watch: EtcdWatch): void;
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
  readonly reported: number;
  /**
   * Requests the revision that the watch has reached. The member does not respond while the watch
   * catches up, nor before the store is beyond the revision that the watch began after.
   */
  requestProgress(): void;
  /** Delivers a revision of the store that is known to be complete without a member's report. */
  tell(revision: number): void;
  fail(error: Error): void;
}

const firstPauseMs = 50;
const longestPauseMs = 2000;

/** Opens a watch. */
export function createEtcdWatch(options: EtcdWatchOptions, deps: EtcdWatchDeps): EtcdWatch {
  return new StreamWatch(options, deps);
}

class StreamWatch implements EtcdWatch {
  readonly #options: EtcdWatchOptions;
  readonly #deps: EtcdWatchDeps;
  #position: number;
  #reported = 0;
  /** Revisions up to this one were history when the stream began. */
  #historyEnd = Number.POSITIVE_INFINITY;
  #call: Call | undefined;
  #inOrder = true;
  #paused = false;
  #failuresInARow = 0;
  readonly #ended = new AbortController();
  readonly #queue: WatchQueue;
  readonly changes: EtcdWatch["changes"];

  constructor(options: EtcdWatchOptions, deps: EtcdWatchDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#position = options.after;
    this.#queue = new WatchQueue(options, {
      clock: deps.clock,
      onDemand: () => {
        if (!this.#paused) return;
        this.#paused = false;
        this.#call?.resume();
      },
      onProgressDue: () => deps.progress.request(this),
      onEnd: () => {
        this.#ended.abort();
        this.#call?.cancel();
        deps.onEnd(this);
      },
    });
    this.changes = this.#queue.changes;
    if (!this.#queue.isEnded) void this.#run();
  }

  get reported(): number {
    return this.#reported;
  }

  requestProgress(): void {
    if (this.#call === undefined) return;
    if (this.#inOrder) this.#call.send(encodeProgressRequest());
    else this.#deps.progress.writeMarker();
  }

  tell(revision: number): void {
    if (revision <= this.#position) this.#send({ revision: revision as Revision, changes: [] }, 0);
  }

  fail(error: Error): void {
    this.#queue.fail(error);
  }

  async #run(): Promise<void> {
    const { cluster, log, clock } = this.#deps;
    while (!this.#queue.isEnded) {
      const error = await this.#follow();
      if (this.#queue.isEnded) return;
      const fault = toStorageError(error, "read");
      if (!isTemporary(error)) return this.#queue.fail(fault);
      if (error.code === grpcCode.unauthenticated) cluster.forgetToken();
      log.warn("a watch is resumed", { after: this.#position, error: error.message });
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failuresInARow++);
      await pause(clock, pauseMs, { keepAlive: true, signal: this.#ended.signal });
    }
  }

  /** Reads one stream to its end. */
  async #follow(): Promise<Error> {
    const { cluster, keyspace } = this.#deps;
    const { range } = this.#options;
    const { promise: ended, resolve } = Promise.withResolvers<Error>();
    this.#historyEnd = Number.POSITIVE_INFINITY;
    try {
      // Etcd serves changes from the compacted revision on, but may have dropped deletions at it.
      await this.#deps.checkRetained(this.#position as Revision);
      const opened = await cluster.stream(watchMethod, {
        onMessage: (message) => this.#handle(decodeWatch(message), resolve),
        onEnd: (error) => resolve(error ?? new GrpcError(grpcCode.unavailable, "the member ended the watch")),
      });
      this.#call = opened.call;
      this.#inOrder =
        this.#deps.progress.trusted ?? (opened.member !== undefined && hasOrderedProgress(opened.member.version));
      if (this.#queue.isEnded) this.#call.cancel();
      const rangeEnd = this.#inOrder ? range.rangeEnd : Buffer.concat([keyspace.marker, Buffer.of(0)]);
      this.#call.send(encodeWatch({ key: range.key, rangeEnd, startRevision: this.#position + 1 }));
      return await ended;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#call = undefined;
      this.#paused = false;
    }
  }

  #handle(response: WatchResponse, end: (error: Error) => void): void {
    if (response.canceled) {
      const { compactRevision, cancelReason } = response;
      end(compactRevision > 0 ? new CompactedError(compactRevision) : cancellation(cancelReason));
      this.#call?.cancel();
    } else if (response.created) {
      this.#historyEnd = response.revision;
      this.#failuresInARow = 0;
    } else if (response.events.length === 0) {
      if (this.#inOrder) this.#send({ revision: response.revision as Revision, changes: [] }, 0);
    } else this.#deliver(response.events);
  }

  /** All events of a commit arrive in one response, whose header may be ahead of them. */
  #deliver(events: readonly WatchEvent[]): void {
    const revision = events.at(-1)!.kv.modRevision as Revision;
    if (revision <= this.#position) return;
    const changes = events
      .filter((e) => e.kv.modRevision > this.#position && this.#isInRange(e))
      .flatMap((event) => this.#toChange(event));
    this.#position = revision;
    this.#send({ revision, changes }, changesBytes(changes));
  }

  /** With the marker, the watched range is larger than the requested one. */
  #isInRange({ kv }: WatchEvent): boolean {
    const { range } = this.#options;
    return this.#inOrder || Buffer.compare(kv.key, range.rangeEnd) < 0;
  }

  #toChange({ op, kv }: WatchEvent): readonly Change[] {
    const { keyspace, log } = this.#deps;
    const key = keyspace.decode(kv.key);
    const revision = kv.modRevision as Revision;
    if (key === undefined) {
      log.warn("a key that no store wrote was changed", { key: kv.key.toString("latin1") });
      return [];
    }
    // Copied: a view would keep the whole response in memory.
    return [op === "put" ? { op, key, value: new Uint8Array(kv.value), revision } : { op, key, revision }];
  }

  #send(batch: ChangeBatch, bytes: number): void {
    if (batch.revision < this.#reported) return;
    this.#reported = batch.revision;
    this.#position = Math.max(this.#position, this.#reported);
    this.#queue.push(batch, bytes);
    const live = this.#position >= this.#historyEnd;
    if (live) this.#queue.failIfSlow();
    else if (this.#queue.fill > 0.5 && !this.#paused) {
      this.#paused = true;
      this.#call?.pause();
    }
  }
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
