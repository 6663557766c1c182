import { join } from "node:path";
import type { Log } from "@svc/base";
import { type Storage, startCompactor } from "@svc/storage";
import { openEmbeddedStorage } from "@svc/storage/embedded";
import { openEtcdStorage } from "@svc/storage/etcd";
import { createMemoryStorage } from "@svc/storage/memory";
import type { Flags } from "./flags.ts";
import { readGiven } from "./given-file.ts";
import { StartupError } from "./startup-error.ts";

export interface OpenedStorage {
  readonly storage: Storage;
  /** Ends compaction, then closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the store that the flags name, and has what is old in it dropped.
 * @throws {StartupError}
 */
export async function openStorage(flags: Flags, log: Log): Promise<OpenedStorage> {
  const storage = await openEngine(flags, log);
  const intervalMs = flags.etcdCompactionInterval;
  // Servers that share a store compact it once an interval, not once each.
  const compactor =
    intervalMs === 0
      ? undefined
      : startCompactor({ storage, intervalMs, retentionMs: intervalMs, coordinationKey: "compact_rev_key", log });
  return {
    storage,
    close: async () => {
      await compactor?.stop();
      await storage[Symbol.asyncDispose]();
    },
  };
}

async function openEngine(flags: Flags, log: Log): Promise<Storage> {
  const engine = flags.storage ?? (flags.etcdServers.length > 0 ? "etcd" : "embedded");
  if (engine === "memory") return createMemoryStorage();
  if (engine === "etcd") return openEtcd(flags, log);
  return openEmbeddedStorage({ dir: join(flags.dataDir, "store"), compaction: false, log });
}

async function openEtcd(flags: Flags, log: Log): Promise<Storage> {
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
  });
}

async function given(flag: string, path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readGiven(flag, path);
}
