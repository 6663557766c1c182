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
  return new SegmentMaintenance(deps);
}

class SegmentMaintenance implements Maintenance {
  readonly #deps: MaintenanceDeps;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  #sweptRevision = 0;
  // Files of a failed merge: they must be removed before the next one.
  #unfinished: SegmentName | undefined;
  readonly #mergeDeps: MergeDeps;

  constructor(deps: MaintenanceDeps) {
    const { disk, dir, log, index, segments } = deps;
    this.#deps = deps;
    this.#mergeDeps = {
      disk,
      dir,
      log,
      index,
      newHandle: deps.newHandle,
      replace: segments.replace,
    };
  }

  wake(): void {
    this.#again = true;
    if (!this.#stopped) this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #sweep(): Promise<void> {
    const { index } = this.#deps;
    const revision = this.#deps.sweepableRevision();
    while (!this.#stopped && !index.sweep(revision, sweepSteps)) await nextTurn();
    if (!this.#stopped) this.#sweptRevision = Math.max(this.#sweptRevision, revision);
  }

  async #mergeNext(): Promise<boolean> {
    const { segments, segmentBytes, disk, log } = this.#deps;
    const sealed = segments.sealed();
    const run = planMerge(sealed, { sweptRevision: this.#sweptRevision, segmentBytes });
    if (run === undefined || this.#stopped) return false;
    const older = sealed.slice(0, sealed.indexOf(run[0]!));
    this.#unfinished = {
      firstId: run[0]!.header.firstId,
      lastId: run.at(-1)!.header.lastId,
      generation: run.reduce((newest, s) => Math.max(newest, s.header.generation), 0) + 1,
    };
    await mergeSegments(run, this.#mergeDeps, { older, sweptRevision: this.#sweptRevision, target: this.#unfinished });
    this.#unfinished = undefined;
    segments.forget(run);
    for (const segment of run) await retire(disk, segment);
    log.info("segments were merged", {
      segments: run.length,
      bytesBefore: run.reduce((sum, s) => sum + s.length, 0),
    });
    return true;
  }

  async #run(): Promise<void> {
    const { disk, dir, log } = this.#deps;
    try {
      if (this.#unfinished !== undefined) {
        await removeSegmentFiles(disk, dir, this.#unfinished);
        this.#unfinished = undefined;
      }
      do {
        this.#again = false;
        await this.#sweep();
        while (await this.#mergeNext()) await nextTurn();
      } while (this.#again && !this.#stopped);
    } catch (error) {
      log.warn("space was not reclaimed; the next compaction retries", { error: String(error) });
    }
    this.#running = undefined;
  }
}
