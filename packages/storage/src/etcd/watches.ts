import type { Clock, Log } from "@svc/base";
import { StorageClosedError } from "../errors.ts";
import { checkRevision } from "../read-checks.ts";
import type { ChangeBatch, KeyRange, WatchOptions } from "../storage.ts";
import type { Cluster } from "./cluster.ts";
import { createEtcdWatch, type EtcdWatch } from "./etcd-watch.ts";
import type { Keyspace } from "./keyspace.ts";
import { createMarkerWriter } from "./marker.ts";
import { createProgress } from "./progress.ts";
import type { Reader } from "./reader.ts";

interface WatchesDeps {
  readonly cluster: Cluster;
  readonly keyspace: Keyspace;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly log: Log;
  readonly trustProgress: boolean | undefined;
}

/** The open watches of a store. */
interface Watches {
  open(range: KeyRange, options: WatchOptions): AsyncIterable<ChangeBatch>;
  requestProgress(): void;
  /** Ends all watches with an error. */
  close(): void;
}

/** Creates the watches of a store. */
export function createWatches(deps: WatchesDeps): Watches {
  const watches = new Set<EtcdWatch>();
  const { cluster, keyspace, reader, clock, log, trustProgress } = deps;
  const marker = createMarkerWriter({ cluster, keyspace, log });
  const progress = createProgress({ watches, currentRevision: () => reader.currentRevision(), clock, log });
  let closed = false;

  return {
    open(range, { after, signal, maxPendingBytes = 64 * 1024 * 1024, progressIntervalMs = 0 }) {
      checkRevision(after);
      const watch = createEtcdWatch(
        { range: keyspace.range(range), after, signal, maxPendingBytes, progressIntervalMs },
        {
          ...{ cluster, keyspace, clock, log },
          progress: { trusted: trustProgress, writeMarker: marker.write, request: (w) => progress.request([w]) },
          checkRetained: (revision) => reader.checkRetained(revision),
          onEnd: (w) => watches.delete(w),
        },
      );
      if (!signal.aborted) watches.add(watch);
      if (closed) watch.fail(new StorageClosedError());
      return watch.changes;
    },
    requestProgress: () => progress.request(watches),
    close() {
      closed = true;
      for (const watch of watches) watch.fail(new StorageClosedError());
    },
  };
}
