import type { Log as Reporter } from "@svc/base";
import type { Disk } from "./disk.ts";
import { planMerge } from "./merge-plan.ts";
import { nextTurn } from "./range-scan.ts";
import { removeSegmentFiles, retire, type Segment, type SegmentName } from "./segment.ts";
import { type MergeDeps, mergeSegments } from "./segment-merge.ts";
import type { VersionIndex } from "./version-index.ts";

interface MaintenanceDeps {
  readonly disk: Disk;
  readonly dir: string;
  readonly log: Reporter;
  readonly index: VersionIndex;
  readonly segmentBytes: number;
  newHandle(): number;
  /** All but the one that is appended to. */
  sealed(): readonly Segment[];
  replace(run: readonly Segment[], merged: Segment): void;
  /** Their versions stand elsewhere by now. */
  forget(run: readonly Segment[]): void;
  /** Nobody reads below this revision. */
  sweepableRevision(): number;
}

/**
 * Gives back what compaction made superfluous: memory of the index, then space on the disk. In
 * small steps, by itself.
 */
interface Maintenance {
  /** To be called when something became superfluous. */
  wake(): void;
  /** Ends it and resolves when nothing runs any more. */
  stop(): Promise<void>;
}

const sweepSteps = 1000;

export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { disk, dir, log, index, segmentBytes } = deps;
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let sweptRevision = 0;
  // What a failed rewrite left behind: until it is gone, it would be in the way of another.
  let unfinished: SegmentName | undefined;

  async function sweep(): Promise<void> {
    const revision = deps.sweepableRevision();
    while (!stopped && !index.sweep(revision, sweepSteps)) await nextTurn();
    if (!stopped) sweptRevision = Math.max(sweptRevision, revision);
  }

  async function mergeNext(): Promise<boolean> {
    const sealed = deps.sealed();
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
    deps.forget(run);
    for (const segment of run) await retire(disk, segment);
    log.info("segments were rewritten", {
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
    replace: deps.replace,
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
      log.warn("space could not be given back; it is tried again after the next compaction", { error: String(error) });
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
