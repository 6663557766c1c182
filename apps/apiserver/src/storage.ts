import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@svc/meta";
import type { Storage } from "@svc/storage";
import { openEmbeddedStorage } from "@svc/storage/embedded";
import { createMemoryStorage } from "@svc/storage/memory";
import type { Flags } from "./flags.ts";
import { StartupError } from "./startup-error.ts";

/** Opens the store that the flags name. @throws {StartupError} */
export async function openStorage(flags: Flags, log: Log): Promise<Storage> {
  const engine = flags.storage ?? (flags.etcdServers.length > 0 ? "etcd" : "embedded");
  switch (engine) {
    case "memory":
      return createMemoryStorage();
    case "embedded": {
      const path = join(flags.dataDir, "store");
      await mkdir(flags.dataDir, { recursive: true });
      return openEmbeddedStorage({ dir: path, log });
    }
    case "etcd":
      throw new StartupError("--storage=etcd is not built yet");
  }
}
