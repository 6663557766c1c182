import type { Clock, Log as Reporter } from "@svc/base";
import type { Disk } from "./disk.ts";
import { defaultSegmentBytes } from "./limits.ts";
import { createLog, type Log } from "./log.ts";
import { createMaintenance } from "./maintenance.ts";
import type { OpenStore } from "./open-store.ts";
import { createPins } from "./pins.ts";
import { createReader } from "./reader.ts";
import { StoreWatches } from "./store-watches.ts";
import { StoreWrites } from "./store-writes.ts";

interface PartsOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Reporter;
  readonly disk: Disk;
  readonly segmentBytes?: number;
  readonly recentBytes?: number;
  readonly maxPendingBytes?: number;
}

/** The parts of an open store. */
export interface StoreParts {
  readonly disk: Disk;
  readonly reader: ReturnType<typeof createReader>;
  readonly log: Log;
  readonly watches: StoreWatches;
  readonly writes: StoreWrites;
  readonly maintenance: ReturnType<typeof createMaintenance>;
}

/** Creates and connects the parts of an open store. */
export function connectParts({ state, active, progress }: OpenStore, options: PartsOptions): StoreParts {
  const { dir, clock, log: reporter, disk, segmentBytes = defaultSegmentBytes } = options;
  const { recentBytes, maxPendingBytes } = options;
  const newHandle = (): number => state.newHandle();
  const pins = createPins();
  const watches = new StoreWatches(state, { clock, recentBytes });
  const reader = createReader({ state, recent: watches.recent, pins });
  const maintenance = createMaintenance({
    ...{ disk, dir, log: reporter, newHandle, segmentBytes, index: state.index },
    segments: {
      sealed: () => state.segments.slice(0, -1),
      replace: (run, merged) => state.replaceSegments(run, merged),
      forget: (run) => state.forgetSegments(run),
    },
    sweepableRevision: () => Math.min(state.compactedRevision, pins.oldest()),
  });
  const log = createLog(active, {
    ...{ disk, dir, log: reporter, newHandle, segmentBytes },
    compactedRevision: () => state.compactedRevision,
    onRoll: (segment) => {
      state.addSegment(segment);
      void progress.record(segment);
    },
  });
  const writes = new StoreWrites({
    ...{ state, log, watches, clock, maxPendingBytes },
    readEntry: (key) => reader.entry(key, state.revision),
    onCompacted: () => maintenance.wake(),
  });
  maintenance.wake();
  return { disk, reader, log, watches, writes, maintenance };
}
