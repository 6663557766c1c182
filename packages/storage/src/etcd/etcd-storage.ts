import { type Clock, type Log, silentLog, systemClock } from "@svc/base";
import { FutureRevisionError, StorageClosedError } from "../errors.ts";
import { checkKey } from "../key.ts";
import { checkRevision } from "../read-checks.ts";
import type { CommitResult, Revision, Storage, StorageLimits, Write } from "../storage.ts";
import { checkWrites } from "../write-checks.ts";
import { createCluster, type EtcdUser } from "./cluster.ts";
import { commitRequest, commitResult } from "./commit.ts";
import type { EtcdTls } from "./connection.ts";
import { checkEndpoints } from "./endpoints.ts";
import { revisionErrorKind, toStorageError } from "./error-mapping.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import { createKeyspace } from "./keyspace.ts";
import { compactMethod, decodeTxn, encodeCompaction, txnMethod } from "./kv-messages.ts";
import { createLeases } from "./leases.ts";
import { createMarkerWriter } from "./marker.ts";
import { createReader } from "./reader.ts";
import { createWatches } from "./watches.ts";

/** Options of `openEtcdStorage`. */
export interface EtcdStorageOptions {
  /**
   * `http://HOST:PORT` or `https://HOST:PORT`, of one cluster. Calls go to one, and to the next
   * when it fails.
   */
  readonly endpoints: readonly string[];
  /**
   * Prepended to every key in etcd.
   * @default ""
   */
  readonly prefix?: string;
  readonly tls?: EtcdTls;
  /** User and password, for clusters with authentication. */
  readonly auth?: EtcdUser;
  /**
   * Timeout of a call with all its retries in milliseconds.
   * @default 10,000
   */
  readonly requestTimeoutMs?: number;
  /**
   * Largest request that the servers accept (their `--max-request-bytes`).
   * @default 1.5 MiB
   */
  readonly maxRequestBytes?: number;
  /**
   * Whether the members' own progress reports are trusted. Otherwise a key is written, and observed
   * in the watch.
   * @default by their version: 3.4.31 and later, 3.5.13 and later, 3.6 and later
   */
  readonly trustProgress?: boolean;
  readonly log?: Log;
  readonly clock?: Clock;
}

/** A store in an etcd cluster. */
export interface EtcdStorage extends Storage {
  /** Sizes are those of one member; 0 if only administrators may read them. */
  status: Storage["status"];
  currentRevision(options?: { readonly signal?: AbortSignal }): Promise<Revision>;
}

/**
 * Opens a store in a cluster of etcd, version 3.4 or later, which any number of servers may share.
 * @throws {UnavailableError} {AccessDeniedError}
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<EtcdStorage> {
  const { clock = systemClock, log = silentLog, prefix = "", tls = {}, requestTimeoutMs = 10_000 } = options;
  if (!prefix.isWellFormed()) throw new TypeError("prefix must be well-formed text");
  const endpoints = checkEndpoints(options.endpoints, tls);
  const cluster = createCluster({ endpoints, tls, user: options.auth, requestTimeoutMs, clock, log });
  const storage = serve({ ...options, cluster, prefix, clock, log });
  try {
    await storage.currentRevision();
    return storage;
  } catch (error) {
    await storage[Symbol.asyncDispose]();
    throw error;
  }
}

type Resolved = Omit<EtcdStorageOptions, "clock" | "log" | "prefix"> & {
  readonly cluster: ReturnType<typeof createCluster>;
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
};

const defaultMaxRequestBytes = 1.5 * 1024 * 1024;
const maxKeyBytes = 4096;
// Generous bound of what a commit of one write takes besides key and value.
const requestOverheadBytes = 16 * 1024;

function serve({ cluster, prefix, clock, log, ...options }: Resolved): EtcdStorage {
  const { maxRequestBytes = defaultMaxRequestBytes, trustProgress } = options;
  const keyspace = createKeyspace(prefix);
  const reader = createReader({ cluster, keyspace });
  const leases = createLeases(cluster, { clock });
  const marker = createMarkerWriter({ cluster, keyspace, log });
  const watches = createWatches({
    ...{ cluster, keyspace, clock, log, trustProgress, reader },
    writeMarker: marker.write,
  });
  const maxCommitBytes = maxRequestBytes - requestOverheadBytes;
  const limits: StorageLimits = {
    maxKeyBytes: maxKeyBytes - keyspace.prefixBytes,
    maxValueBytes: maxCommitBytes - maxKeyBytes,
    maxWritesPerCommit: 128,
    maxCommitBytes,
  };
  let closed = false;
  const close = (): Promise<void> => {
    closed = true;
    watches.close();
    cluster.close();
    return Promise.resolve();
  };

  function admit(signal: AbortSignal | undefined): void {
    if (closed) throw new StorageClosedError();
    signal?.throwIfAborted();
  }

  async function commit(writes: readonly Write[], signal: AbortSignal | undefined): Promise<CommitResult> {
    const taken: number[] = [];
    const leaseFor = async (ttlSeconds: number): Promise<number> => {
      // The commit was not sent yet: after a failure here it did not happen.
      const lease = await leases.take(ttlSeconds).catch((error) => Promise.reject(toStorageError(error, "read")));
      taken.push(lease);
      return lease;
    };
    for (;;) {
      const request = await commitRequest(writes, { keyspace, maxRequestBytes, leaseFor });
      if (request === undefined) return { ok: true, revision: await reader.currentRevision(signal) };
      try {
        return commitResult(
          decodeTxn(await cluster.call(txnMethod, request.message, { idempotent: false, signal })),
          request,
        );
      } catch (error) {
        // A lease that other keys share was revoked.
        if (!isLeaseGone(error) || taken.length === 0) throw error;
        for (const lease of taken.splice(0)) leases.forget(lease);
      }
    }
  }

  return {
    limits,
    async currentRevision(options) {
      admit(options?.signal);
      return reader.currentRevision(options?.signal);
    },
    async get(key, options = {}) {
      admit(options.signal);
      checkKey(key, Number.POSITIVE_INFINITY);
      return reader.get(key, options);
    },
    async range(range, options = {}) {
      admit(options.signal);
      return reader.page(range, options);
    },
    async commit(writes, options) {
      admit(options?.signal);
      checkWrites(writes, limits);
      try {
        return await commit(writes, options?.signal);
      } catch (error) {
        throw toStorageError(error, "write");
      }
    },
    watch: watches.open,
    requestProgress: watches.requestProgress,
    async compact(revision) {
      admit(undefined);
      checkRevision(revision);
      try {
        await cluster.call(compactMethod, encodeCompaction(revision), { idempotent: true });
      } catch (error) {
        const fault = revisionErrorKind(error);
        if (fault === "future") throw new FutureRevisionError(await reader.currentRevision(), { cause: error });
        if (fault !== "compacted") throw toStorageError(error, "write");
      }
    },
    async status(options) {
      const signal = options?.signal;
      admit(signal);
      const [member, revision, compactedRevision] = await Promise.all([
        cluster.status(signal),
        reader.currentRevision(signal),
        reader.compactedRevision(signal),
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
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isLeaseGone(error: unknown): boolean {
  return error instanceof GrpcError && error.code === grpcCode.notFound && error.message.includes("lease not found");
}
