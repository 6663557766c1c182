import type { Log } from "@svc/base";
import type { Cluster } from "./cluster.ts";
import type { Keyspace } from "./keyspace.ts";
import { encodeTxn, txnMethod } from "./kv-messages.ts";

/**
 * Writes the marker key, for watches whose member does not report progress: each watch delivers
 * that write after everything before it. One write is in progress at a time; further requests share
 * the next one.
 */
export function createMarkerWriter({
  cluster,
  keyspace,
  log,
}: {
  readonly cluster: Cluster;
  readonly keyspace: Keyspace;
  readonly log: Log;
}): { write(): void } {
  const put = { op: "put", key: keyspace.marker, value: Buffer.alloc(0), lease: 0 } as const;
  const request = encodeTxn({ compares: [], success: [put], failure: [] });
  let requested = false;
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (requested) {
      requested = false;
      try {
        await cluster.call(txnMethod, request, { idempotent: true });
      } catch (error) {
        log.warn("progress of watches cannot be marked", { error: String(error) });
      }
    }
    running = false;
  }

  return {
    write() {
      requested = true;
      if (!running) void run();
    },
  };
}
