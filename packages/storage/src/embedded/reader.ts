import { CorruptError } from "../errors.ts";
import { type CollatingKey, collatingRange, keyFromCollating } from "../key.ts";
import type { RecentChanges } from "../local/recent-changes.ts";
import { checkLimit } from "../read-checks.ts";
import type { Entry, KeyRange, Page, RangeOptions, Revision } from "../storage.ts";
import type { Pins } from "./pins.ts";
import { scanRange } from "./range-scan.ts";
import type { State } from "./state.ts";
import { createValueReads, readValues, type ValueReads } from "./value-reads.ts";
import type { Version } from "./version-index.ts";

/** Reads of the visible state. Positions are looked up before the first await. */
interface Reader {
  /** @throws {CorruptError} when the value is damaged */
  entry(key: CollatingKey, revision: Revision): Promise<Entry | undefined>;
  page(range: KeyRange, revision: Revision, options: RangeOptions): Promise<Page>;
  /** Returns all entries of a range at a revision, to be read until they are released. */
  holdRange(range: KeyRange, revision: Revision): Promise<ValueReads>;
}

interface ReaderDeps {
  readonly state: State;
  readonly recent: RecentChanges;
  readonly pins: Pins;
}

/** Creates a reader of the store's state. */
export function createReader({ state, recent, pins }: ReaderDeps): Reader {
  async function entry(key: CollatingKey, revision: Revision): Promise<Entry | undefined> {
    const version = state.index.at(key, revision);
    if (version === undefined) return undefined;
    return recentEntry(key, version) ?? fetchOne(key, version);
  }

  function recentEntry(key: CollatingKey, version: Version): Entry | undefined {
    const change = recent.find(keyFromCollating(key), version.revision as Revision);
    return change?.op === "put" ? { key: change.key, value: change.value, revision: change.revision } : undefined;
  }

  async function fetchOne(key: CollatingKey, version: Version): Promise<Entry> {
    const list = createValueReads();
    list.add({ key, version, segment: state.segmentOf(version.segment) });
    try {
      const [found] = await readValues(list.items);
      if (found instanceof CorruptError) throw found;
      return found!;
    } finally {
      await list.release();
    }
  }

  async function page(range: KeyRange, revision: Revision, options: RangeOptions): Promise<Page> {
    const { limit, count = false, signal, onCorrupt, slab } = options;
    const list = createValueReads();
    const unpin = pins.pin(revision);
    try {
      const bounds = { range: collatingRange(range), revision, limit: checkLimit(limit), count, signal };
      const remaining = await scanRange(state, bounds, list);
      const entries: Entry[] = [];
      for (const found of await readValues(list.items, { signal, slab })) {
        if (!(found instanceof CorruptError)) entries.push(found);
        else if (onCorrupt === undefined) throw found;
        else onCorrupt(found);
      }
      return { revision, entries, more: remaining > 0, ...(count ? { remaining } : {}) };
    } finally {
      unpin();
      await list.release();
    }
  }

  async function holdRange(range: KeyRange, revision: Revision): Promise<ValueReads> {
    const list = createValueReads();
    const unpin = pins.pin(revision);
    try {
      const bounds = { range: collatingRange(range), revision, limit: Number.POSITIVE_INFINITY, count: false };
      await scanRange(state, bounds, list);
      return list;
    } catch (error) {
      await list.release();
      throw error;
    } finally {
      unpin();
    }
  }

  return { entry, page, holdRange };
}
