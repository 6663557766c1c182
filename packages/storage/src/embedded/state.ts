import { createExpiries, type Expiries } from "../local/expiries.ts";
import type { Change, Revision } from "../storage.ts";
import type { Flushed, FlushedCommit } from "./committer.ts";
import { valuePrefixBytes } from "./format.ts";
import type { Appended } from "./log.ts";
import { countDrop, countPut, type Segment } from "./segment.ts";
import { createVersionIndex, type VersionIndex } from "./version-index.ts";

/** The visible state: everything in it is durable. */
export interface State {
  readonly index: VersionIndex;
  readonly expiries: Expiries;
  /** In order; the last one is active. */
  readonly segments: readonly Segment[];
  revision: Revision;
  compactedRevision: number;
  newHandle(): number;
  segmentOf(handle: number): Segment;
  addSegment(segment: Segment): void;
  /** Replaces neighbours by their merged segment. Their handles stay valid. */
  replaceSegments(run: readonly Segment[], merged: Segment): void;
  forgetSegments(run: readonly Segment[]): void;
  /** Applies a flush; returns its changes in order. */
  apply(flushed: Flushed): readonly Change[];
}

/** Creates the state of an empty store. */
export function createState(): State {
  const byHandle = new Map<number, Segment>();
  let segments: readonly Segment[] = [];
  let handles = 0;
  const index = createVersionIndex({ onDrop: ({ segment, bytes }) => countDrop(byHandle.get(segment)!, bytes) });
  const expiries = createExpiries();

  function applyCommit(
    { revision, writes, valuesAt }: FlushedCommit,
    { segment, position: batchAt }: Appended,
    changes: Change[],
  ): void {
    let position = batchAt + valuesAt;
    for (const write of writes) {
      const { key, collating } = write;
      expiries.clear(key);
      if (write.op === "delete") {
        segment.deletions++;
        index.delete(collating, revision);
        changes.push({ op: "delete", key, revision });
        continue;
      }
      const { value, expiresAt } = write;
      const bytes = value.byteLength;
      countPut(segment, bytes);
      index.put(collating, { revision, segment: segment.handle, position, bytes });
      if (expiresAt > 0) expiries.set(key, expiresAt);
      changes.push({ op: "put", key, value, revision });
      position += valuePrefixBytes + bytes;
    }
  }

  const state: State = {
    index,
    expiries,
    get segments() {
      return segments;
    },
    revision: 1 as Revision,
    compactedRevision: 0,
    newHandle: () => ++handles,
    segmentOf(handle) {
      const segment = byHandle.get(handle);
      if (segment === undefined) throw new Error(`no segment has the handle ${handle}`);
      return segment;
    },
    addSegment(segment) {
      byHandle.set(segment.handle, segment);
      segments = [...segments, segment];
    },
    replaceSegments(run, merged) {
      byHandle.set(merged.handle, merged);
      segments = segments.flatMap((s) => (s === run[0] ? [merged] : run.includes(s) ? [] : [s]));
    },
    forgetSegments(run) {
      for (const { handle } of run) byHandle.delete(handle);
    },
    apply(flushed) {
      const changes: Change[] = [];
      for (const item of flushed.items) {
        if (item.kind === "compact") state.compactedRevision = Math.max(state.compactedRevision, item.revision);
        else {
          applyCommit(item, flushed, changes);
          state.revision = item.revision;
        }
      }
      return changes;
    },
  };
  return state;
}
