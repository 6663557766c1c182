import { type Clock, type Log, silentLog, systemClock } from "@svc/base";
import {
  aBoolean,
  aClock,
  aFunction,
  aLog,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  listOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { Revision, Storage } from "../storage.ts";
import { createCluster, type EtcdUser, type TracedCalls } from "./cluster.ts";
import { ClusterStorage } from "./cluster-storage.ts";
import type { EtcdTls } from "./connection.ts";
import { checkEndpoints } from "./endpoints.ts";

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
  /** Follows each call that is no stream, for traces. @default none */
  readonly traced?: TracedCalls;
}

/** A store in an etcd cluster. */
export interface EtcdStorage extends Storage {
  /** Sizes are those of one member; 0 if only administrators may read them. */
  status: Storage["status"];
  currentRevision(options?: { readonly signal?: AbortSignal }): Promise<Revision>;
}

const etcdStorageOptions = optionsOf<EtcdStorageOptions>({
  endpoints: listOf(aString),
  prefix: optional(aString),
  tls: optional(anObject),
  auth: optional(anObject),
  requestTimeoutMs: optional(aNonNegativeNumber),
  maxRequestBytes: optional(aNonNegativeNumber),
  trustProgress: optional(aBoolean),
  log: optional(aLog),
  clock: optional(aClock),
  traced: optional(aFunction),
});

/**
 * Opens a store in a cluster of etcd, version 3.4 or later, which any number of servers may share.
 * @throws {UnavailableError} {AccessDeniedError}
 * @throws {TypeError} for a wrong argument
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<EtcdStorage> {
  checkArgument("openEtcdStorage: options", options, etcdStorageOptions);
  const { clock = systemClock, log = silentLog, prefix = "", tls = {}, requestTimeoutMs = 10_000 } = options;
  if (!prefix.isWellFormed()) throw new TypeError("prefix must be well-formed text");
  const endpoints = checkEndpoints(options.endpoints, tls);
  const { auth: user, traced } = options;
  const cluster = createCluster({ endpoints, tls, user, requestTimeoutMs, clock, log, traced });
  const storage = new ClusterStorage({ ...options, cluster, prefix, clock, log });
  try {
    await storage.currentRevision();
    return storage;
  } catch (error) {
    await storage[Symbol.asyncDispose]();
    throw error;
  }
}
