import { join } from "node:path";
import type { Log as Reporter } from "@svc/base";
import { CorruptError } from "../errors.ts";
import type { Revision } from "../storage.ts";
import type { DirectoryLock, Disk } from "./disk.ts";
import { encodeHeader, type SegmentHeader } from "./format.ts";
import { type LoadContext, type LoadedSegment, type LostCommits, loadSegment } from "./load.ts";
import { type ActiveSegment, createHeads } from "./log.ts";
import { createProgressFile, type ProgressFile } from "./progress-file.ts";
import { openSegments } from "./recovery-scan.ts";
import { createSegment, segmentFileName } from "./segment.ts";
import { createState, type State } from "./state.ts";
import { checkEmpty, createStoreFile, readStoreFile, type StoreFile } from "./store-file.ts";

interface OpenOptions {
  readonly dir: string;
  readonly disk: Disk;
  readonly log: Reporter;
  readonly acceptLostCommits: boolean;
}

/** A locked and loaded store directory. */
export interface OpenStore {
  readonly lock: DirectoryLock;
  readonly state: State;
  readonly active: ActiveSegment;
  readonly progress: ProgressFile;
}

/** Locks a directory, creates or loads its store. */
export async function openStore(options: OpenOptions): Promise<OpenStore> {
  const { disk, dir } = options;
  await disk.makeDirectory(dir);
  const before = await readStoreFile(disk, dir);
  if (before === undefined) await checkEmpty(disk, dir);
  const lock = await disk.lock(dir);
  try {
    const store = (await readStoreFile(disk, dir)) ?? (await createStoreFile(disk, dir));
    const state = createState();
    const active = await loadSegments(state, { ...options, store });
    const progress = createProgressFile(store, options);
    await progress.record(active.segment);
    return { lock, state, active, progress };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

type LoadOptions = OpenOptions & { readonly store: StoreFile };

async function loadSegments(state: State, options: LoadOptions): Promise<ActiveSegment> {
  const { disk, dir, log, store } = options;
  const { segments: found, leftovers } = await openSegments(disk, { dir, store, access: "write" });
  for (const name of leftovers) await disk.remove(join(dir, name));
  const loading: LoadContext = {
    disk,
    dir,
    log,
    index: state.index,
    expiries: state.expiries,
    newHandle: () => state.newHandle(),
    onSegment: (segment) => state.addSegment(segment),
    lost: [],
    revision: found[0]?.header.baseRevision || 1,
    compactedRevision: found.reduce((newest, s) => Math.max(newest, s.header.compactedRevision), 0),
  };
  try {
    let loaded: LoadedSegment | undefined;
    for (const [i, segment] of found.entries()) {
      const appended = i === found.length - 1 && segment.header.kind === "log";
      loaded = await loadSegment(loading, segment, { previous: loaded?.segment, appended });
      // Versions that an earlier compaction dropped need not accumulate in memory.
      state.index.sweep(Math.min(loading.compactedRevision, loading.revision), Number.POSITIVE_INFINITY);
    }
    if (store.revision > loading.revision) {
      const segment = found.at(-1)?.header.lastId ?? 0;
      loading.lost.push({ segment, firstRevision: loading.revision + 1, lastRevision: store.revision });
      loading.revision = store.revision;
    }
    checkLost(loading.lost, options);
    state.revision = loading.revision as Revision;
    state.compactedRevision = loading.compactedRevision;
    if (loaded?.heads !== undefined) return { segment: loaded.segment, heads: loaded.heads };
    return await createFirst(state, options);
  } catch (error) {
    await Promise.allSettled(found.map((s) => s.file.close()));
    throw error;
  }
}

/** Refuses a store with lost commits unless the caller accepts the loss. */
function checkLost(lost: readonly LostCommits[], { dir, acceptLostCommits, log }: OpenOptions): void {
  if (lost.length === 0) return;
  const list = lost.map((l) => `${l.firstRevision} to ${l.lastRevision} in segment ${l.segment}`).join(", ");
  if (!acceptLostCommits) {
    throw new CorruptError(
      `the commits of revision ${list} in ${dir} cannot be read, and their keys are unknown; ` +
        "restore a backup, or open with acceptLostCommits to go on without them",
    );
  }
  log.error("commits are lost", { revisions: list });
}

/** Creates the first active segment of a new store or after those of a restored one. */
async function createFirst(state: State, { disk, dir, log, store }: LoadOptions): Promise<ActiveSegment> {
  const previous = state.segments.at(-1);
  const id = (previous?.header.lastId ?? 0) + 1;
  const header: SegmentHeader = {
    kind: "log",
    storeId: store.id,
    firstId: id,
    lastId: id,
    generation: 0,
    previousLength: previous?.length ?? 0,
    baseRevision: state.revision,
    compactedRevision: state.compactedRevision,
    length: 0,
    lastRevision: 0,
  };
  const file = await disk.open(join(dir, segmentFileName(header, "log")), "create-through");
  const segment = createSegment({ handle: state.newHandle(), header, dir, file });
  await file.write([encodeHeader(header)], 0);
  await disk.syncDirectory(dir);
  state.addSegment(segment);
  return { segment, heads: await createHeads(disk, { segment, log }) };
}
