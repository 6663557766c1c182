import { type Log, trimEndOf } from "@svc/base";
import { readFlagFile, StartupError } from "@svc/program";
import { type Storage, startCompactor } from "@svc/storage";
import { type EmbeddedStorage, openEmbeddedStorage } from "@svc/storage/embedded";
import { openEtcdStorage } from "@svc/storage/etcd";
import { createMemoryStorage } from "@svc/storage/memory";
import type { Tracing } from "@svc/tracing";
import type { Flags } from "./flags.ts";
import { storeDirectory } from "./maintenance/store-directory.ts";

export interface OpenedStorage {
  readonly storage: Storage;
  /** The prefix of all keys; ends with a slash. */
  readonly root: string;
  /** Writes the current state to a file; only the embedded store can. */
  readonly backup?: EmbeddedStorage["backup"];
  /** Ends compaction, then closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the store that the flags name, and starts the compaction of old revisions.
 * @throws {StartupError}
 */
export async function openStorage(
  flags: Flags,
  { log, tracing }: { readonly log: Log; readonly tracing: Tracing | undefined },
): Promise<OpenedStorage> {
  const { storage, backup } = await openEngine(flags, log, tracing);
  const intervalMs = flags.etcdCompactionInterval;
  // Servers that share a store compact it once an interval, not once each.
  const compactor =
    intervalMs === 0
      ? undefined
      : startCompactor({ storage, intervalMs, retentionMs: intervalMs, coordinationKey: "compact_rev_key", log });
  return {
    storage,
    root: `${trimEndOf(flags.etcdPrefix, "/")}/`,
    ...(backup === undefined ? {} : { backup }),
    close: async () => {
      await compactor?.stop();
      await storage[Symbol.asyncDispose]();
    },
  };
}

/** What messages call the store of the flags. */
export function storeNameOf(flags: Flags): string {
  return engineOf(flags) === "etcd" ? "the store of --etcd-servers" : `the store in ${flags.dataDir}`;
}

function engineOf({ storage, etcdServers }: Flags): "embedded" | "memory" | "etcd" {
  return storage ?? (etcdServers.length > 0 ? "etcd" : "embedded");
}

async function openEngine(
  flags: Flags,
  log: Log,
  tracing: Tracing | undefined,
): Promise<Pick<OpenedStorage, "storage" | "backup">> {
  const engine = engineOf(flags);
  if (engine === "memory") return { storage: createMemoryStorage() };
  if (engine === "etcd") return { storage: await openEtcd(flags, log, tracing) };
  const storage = await openEmbeddedStorage({
    dir: storeDirectory(flags.dataDir),
    compaction: false,
    log,
    flush: !flags.unsafeNoFsync,
  });
  return { storage, backup: (options) => storage.backup(options) };
}

async function openEtcd(flags: Flags, log: Log, tracing: Tracing | undefined): Promise<Storage> {
  if (flags.etcdServers.length === 0) throw new StartupError("--storage=etcd needs --etcd-servers");
  const [ca, cert, key] = await Promise.all([
    given("--etcd-cafile", flags.etcdCafile),
    given("--etcd-certfile", flags.etcdCertfile),
    given("--etcd-keyfile", flags.etcdKeyfile),
  ]);
  return openEtcdStorage({
    endpoints: flags.etcdServers,
    tls: {
      ...(ca === undefined ? {} : { ca }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    },
    log,
    ...(tracing === undefined ? {} : { traced: tracing.etcdCalls }),
  });
}

async function given(flag: string, path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readFlagFile(flag, path);
}
