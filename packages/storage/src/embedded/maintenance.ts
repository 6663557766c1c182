import type { Log as Reporter } from "@svc/base";
import type { Disk } from "./disk.ts";
import { planMerge } from "./merge-plan.ts";
import { nextTurn } from "./range-scan.ts";
import { removeSegmentFiles, retire, type Segment, type SegmentName } from "./segment.ts";
import { type MergeDeps, mergeSegments } from "./segment-merge.ts";
import type { VersionIndex } from "./version-index.ts";

/** The segments of a store, as maintenance sees and changes them. */
interface SegmentList {
  /** All segments but the active one. */
  sealed(): readonly Segment[];
  replace(run: readonly Segment[], merged: Segment): void;
  /** Drops segments whose versions were moved. */
  forget(run: readonly Segment[]): void;
}

interface MaintenanceDeps {
  readonly disk: Disk;
  readonly dir: string;
  readonly log: Reporter;
  readonly index: VersionIndex;
  readonly segments: SegmentList;
  readonly segmentBytes: number;
  newHandle(): number;
  /** No read uses a revision below this one. */
  sweepableRevision(): number;
}

/**
 * Reclaims what compaction made unreachable, in small steps in the background: index memory first,
 * then disk space.
 */
interface Maintenance {
  /** Called when something may be reclaimed. */
  wake(): void;
  /** Stops; resolves when no step is running. */
  stop(): Promise<void>;
}

const sweepSteps = 1000;

/** Creates the maintenance of one store. */
export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { disk, dir, log, index, segments, segmentBytes } = deps;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let sweptRevision = 0;
  // Files of a failed merge: they must be removed before the next one.
  let unfinished: SegmentName | undefined;

  async function sweep(): Promise<void> {
    const revision = deps.sweepableRevision();
    while (!stopped && !index.sweep(revision, sweepSteps)) await nextTurn();
    if (!stopped) sweptRevision = Math.max(sweptRevision, revision);
  }

  async function mergeNext(): Promise<boolean> {
    const sealed = segments.sealed();
    const run = planMerge(sealed, { sweptRevision, segmentBytes });
    if (run === undefined || stopped) return false;
    const older = sealed.slice(0, sealed.indexOf(run[0]!));
    unfinished = {
      firstId: run[0]!.header.firstId,
      lastId: run.at(-1)!.header.lastId,
      generation: run.reduce((newest, s) => Math.max(newest, s.header.generation), 0) + 1,
    };
    await mergeSegments(run, mergeDeps, { older, sweptRevision, target: unfinished });
    unfinished = undefined;
    segments.forget(run);
    for (const segment of run) await retire(disk, segment);
    log.info("segments were merged", {
      segments: run.length,
      bytesBefore: run.reduce((sum, s) => sum + s.length, 0),
    });
    return true;
  }

  const mergeDeps: MergeDeps = {
    disk,
    dir,
    log,
    index,
    newHandle: deps.newHandle,
    replace: segments.replace,
  };

  async function run(): Promise<void> {
    try {
      if (unfinished !== undefined) {
        await removeSegmentFiles(disk, dir, unfinished);
        unfinished = undefined;
      }
      do {
        again = false;
        await sweep();
        while (await mergeNext()) await nextTurn();
      } while (again && !stopped);
    } catch (error) {
      log.warn("space was not reclaimed; the next compaction retries", { error: String(error) });
    }
    running = undefined;
  }

  return {
    wake() {
      again = true;
      if (!stopped) running ??= run();
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}
