import type { Clock, Log } from "@svc/base";
import { FutureRevisionError, StorageClosedError } from "../errors.ts";
import { checkKey } from "../key.ts";
import { checkRevision } from "../read-checks.ts";
import type {
  ChangeBatch,
  CommitResult,
  GetResult,
  KeyRange,
  Page,
  RangeOptions,
  ReadOptions,
  Revision,
  Storage,
  StorageLimits,
  StorageStatus,
  WatchOptions,
  Write,
} from "../storage.ts";
import { checkWrites } from "../write-checks.ts";
import type { Cluster } from "./cluster.ts";
import { revisionErrorKind, toStorageError } from "./error-mapping.ts";
import { createKeyspace } from "./keyspace.ts";
import { compactMethod, encodeCompaction } from "./kv-messages.ts";
import { LeasedCommits } from "./leased-commits.ts";
import { createReader, type Reader } from "./reader.ts";
import { createWatches } from "./watches.ts";

interface ClusterStorageOptions {
  readonly cluster: Cluster;
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly maxRequestBytes?: number;
  readonly trustProgress?: boolean;
}

const defaultMaxRequestBytes = 1.5 * 1024 * 1024;
const maxKeyBytes = 4096;
// Generous bound of what a commit of one write takes besides key and value.
const requestOverheadBytes = 16 * 1024;

/** A store in a cluster. */
export class ClusterStorage implements Storage {
  readonly limits: StorageLimits;
  readonly #cluster: Cluster;
  readonly #reader: Reader;
  readonly #commits: LeasedCommits;
  readonly #watches: ReturnType<typeof createWatches>;
  #closed = false;

  constructor({ cluster, prefix, clock, log, ...options }: ClusterStorageOptions) {
    const { maxRequestBytes = defaultMaxRequestBytes, trustProgress } = options;
    const keyspace = createKeyspace(prefix);
    const reader = createReader({ cluster, keyspace });
    const maxCommitBytes = maxRequestBytes - requestOverheadBytes;
    this.limits = {
      maxKeyBytes: maxKeyBytes - keyspace.prefixBytes,
      maxValueBytes: maxCommitBytes - maxKeyBytes,
      maxWritesPerCommit: 128,
      maxCommitBytes,
    };
    this.#cluster = cluster;
    this.#reader = reader;
    this.#commits = new LeasedCommits({
      ...{ cluster, keyspace, clock, maxRequestBytes },
      currentRevision: (signal) => reader.currentRevision(signal),
    });
    this.#watches = createWatches({ cluster, keyspace, clock, log, trustProgress, reader });
  }

  async currentRevision(options?: Pick<ReadOptions, "signal">): Promise<Revision> {
    this.#admit(options?.signal);
    return this.#reader.currentRevision(options?.signal);
  }

  async get(key: string, options: ReadOptions = {}): Promise<GetResult> {
    this.#admit(options.signal);
    checkKey(key, Number.POSITIVE_INFINITY);
    return this.#reader.get(key, options);
  }

  async range(range: KeyRange, options: RangeOptions = {}): Promise<Page> {
    this.#admit(options.signal);
    return this.#reader.page(range, options);
  }

  async commit(writes: readonly Write[], options?: Pick<ReadOptions, "signal">): Promise<CommitResult> {
    this.#admit(options?.signal);
    checkWrites(writes, this.limits);
    try {
      return await this.#commits.commit(writes, options?.signal);
    } catch (error) {
      throw toStorageError(error, "write");
    }
  }

  watch(range: KeyRange, options: WatchOptions): AsyncIterable<ChangeBatch> {
    return this.#watches.open(range, options);
  }

  requestProgress(): void {
    this.#watches.requestProgress();
  }

  async compact(revision: Revision): Promise<void> {
    this.#admit(undefined);
    checkRevision(revision);
    try {
      await this.#cluster.call(compactMethod, encodeCompaction(revision), { idempotent: true });
    } catch (error) {
      const fault = revisionErrorKind(error);
      if (fault === "future") throw new FutureRevisionError(await this.#reader.currentRevision(), { cause: error });
      if (fault !== "compacted") throw toStorageError(error, "write");
    }
  }

  async status(options?: Pick<ReadOptions, "signal">): Promise<StorageStatus> {
    const signal = options?.signal;
    this.#admit(signal);
    const [member, revision, compactedRevision] = await Promise.all([
      this.#cluster.status(signal),
      this.#reader.currentRevision(signal),
      this.#reader.compactedRevision(signal),
    ]).catch((error: unknown) => Promise.reject(toStorageError(error, "read")));
    if (member === undefined) {
      return { revision, compactedRevision, sizeBytes: 0, reclaimableBytes: 0, writeFailure: undefined };
    }
    const problems = member.hasLeader ? member.errors : ["the cluster has no leader", ...member.errors];
    return {
      revision,
      compactedRevision,
      sizeBytes: member.dbBytes,
      reclaimableBytes: Math.max(0, member.dbBytes - member.dbUsedBytes),
      writeFailure: problems.length > 0 ? problems.join("; ") : undefined,
    };
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#watches.close();
    this.#cluster.close();
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #admit(signal: AbortSignal | undefined): void {
    if (this.#closed) throw new StorageClosedError();
    signal?.throwIfAborted();
  }
}
