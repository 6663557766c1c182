import type { Change, Entry, Guard, KeyRange, Revision, Write } from "../storage.ts";

/**
 * The contract in its plainest form: the complete state after every commit. Slow, and obviously
 * correct.
 */
export interface Model {
  readonly revision: Revision;
  readonly compactedRevision: number;
  readonly changes: readonly Change[];
  /** The result that a commit would have next. */
  verdict(
    writes: readonly Write[],
  ): { readonly ok: true; readonly changes: boolean } | { readonly ok: false; readonly index: number };
  apply(writes: readonly Write[], revision: Revision): void;
  get(key: string, revision?: number): Entry | undefined;
  range(range: KeyRange, revision?: number): readonly Entry[];
  compact(revision: number): void;
}

type State = ReadonlyMap<string, Entry>;

/** Creates the model of an empty store. */
export function createModel(start: Revision): Model {
  const states: { readonly revision: Revision; readonly state: State }[] = [{ revision: start, state: new Map() }];
  const changes: Change[] = [];
  let compactedRevision = 0;
  const newest = () => states.at(-1)!;
  const at = (revision = Number.POSITIVE_INFINITY): State =>
    states.findLast((s) => s.revision <= revision)?.state ?? new Map();

  return {
    get revision() {
      return newest().revision;
    },
    get compactedRevision() {
      return compactedRevision;
    },
    changes,
    verdict(writes) {
      const { state } = newest();
      const index = writes.findIndex(({ key, guard }) => !holds(guard, state.get(key)));
      if (index >= 0) return { ok: false, index };
      return { ok: true, changes: writes.some((w) => w.op === "put" || (w.op === "delete" && state.has(w.key))) };
    },
    apply(writes, revision) {
      const state = new Map(newest().state);
      for (const write of writes) {
        const { key } = write;
        if (write.op === "put") {
          state.set(key, { key, value: write.value, revision });
          changes.push({ op: "put", key, value: write.value, revision });
        } else if (write.op === "delete" && state.delete(key)) changes.push({ op: "delete", key, revision });
      }
      states.push({ revision, state });
    },
    get: (key, revision) => at(revision).get(key),
    range({ prefix, start = "", end }, revision) {
      const found = [...at(revision).values()].filter(
        ({ key }) => key.startsWith(prefix) && order(key, start) >= 0 && (end === undefined || order(key, end) < 0),
      );
      return found.toSorted((a, b) => order(a.key, b.key));
    },
    compact(revision) {
      compactedRevision = Math.max(compactedRevision, revision);
    },
  };
}

const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function holds(guard: Guard | undefined, entry: Entry | undefined): boolean {
  if (guard === undefined || guard === "any") return true;
  return guard === "absent" ? entry === undefined : entry?.revision === guard;
}
