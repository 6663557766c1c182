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
  return new StoreState();
}

class StoreState implements State {
  readonly #byHandle = new Map<number, Segment>();
  #segments: readonly Segment[] = [];
  #handles = 0;
  readonly index: VersionIndex = createVersionIndex({
    onDrop: ({ segment, bytes }) => countDrop(this.#byHandle.get(segment)!, bytes),
  });
  readonly expiries: Expiries = createExpiries();
  revision: Revision = 1 as Revision;
  compactedRevision = 0;

  get segments(): readonly Segment[] {
    return this.#segments;
  }

  newHandle(): number {
    return ++this.#handles;
  }

  segmentOf(handle: number): Segment {
    const segment = this.#byHandle.get(handle);
    if (segment === undefined) throw new Error(`no segment has the handle ${handle}`);
    return segment;
  }

  addSegment(segment: Segment): void {
    this.#byHandle.set(segment.handle, segment);
    this.#segments = [...this.#segments, segment];
  }

  replaceSegments(run: readonly Segment[], merged: Segment): void {
    this.#byHandle.set(merged.handle, merged);
    this.#segments = this.#segments.flatMap((s) => (s === run[0] ? [merged] : run.includes(s) ? [] : [s]));
  }

  forgetSegments(run: readonly Segment[]): void {
    for (const { handle } of run) this.#byHandle.delete(handle);
  }

  apply(flushed: Flushed): readonly Change[] {
    const changes: Change[] = [];
    for (const item of flushed.items) {
      if (item.kind === "compact") this.compactedRevision = Math.max(this.compactedRevision, item.revision);
      else {
        this.#applyCommit(item, flushed, changes);
        this.revision = item.revision;
      }
    }
    return changes;
  }

  #applyCommit(
    { revision, writes, valuesAt }: FlushedCommit,
    { segment, position: batchAt }: Appended,
    changes: Change[],
  ): void {
    let position = batchAt + valuesAt;
    for (const write of writes) {
      const { key, collating } = write;
      this.expiries.clear(key);
      if (write.op === "delete") {
        segment.deletions++;
        this.index.delete(collating, revision);
        changes.push({ op: "delete", key, revision });
        continue;
      }
      const { value, expiresAt } = write;
      const bytes = value.byteLength;
      countPut(segment, bytes);
      this.index.put(collating, { revision, segment: segment.handle, position, bytes });
      if (expiresAt > 0) this.expiries.set(key, expiresAt);
      changes.push({ op: "put", key, value, revision });
      position += valuePrefixBytes + bytes;
    }
  }
}
