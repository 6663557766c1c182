import type { Turns } from "@svc/base";
import type { CacheState } from "./cache-state.ts";
import type { Item, ParsedParts } from "./item.ts";
import { boundsOf } from "./list-candidates.ts";
import { everything, isFiltered, namedObject, type Selection } from "./selector.ts";
import { itemsOf, lastKeyOf } from "./slices.ts";

/** Bytes of items that are parsed within one turn: a few milliseconds. */
const bytesPerTurn = 256 * 1024;
/** Bytes of items that a list or watch parses without a pause. */
const maxUnparsedBytes = 1024 * 1024;
/** Items that are looked at within one turn. */
const itemsPerTurn = 4_096;

/**
 * Items are parsed on first use: after a start, the first list by labels or fields would parse all
 * of them within one turn of the event loop. This parses them before, in turns.
 */
export class LazyParsing<T extends Item> {
  readonly #turns: Turns;
  /** Bytes of all items that came. */
  #added = 0;
  /** The same when all labels, and all fields, had been parsed: later items may be unparsed. */
  readonly #parsedAt = { labels: Number.NEGATIVE_INFINITY, fields: Number.NEGATIVE_INFINITY };

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Calls `act` when most items of a selection are parsed; synchronously if they already are. */
  before<R>(state: CacheState<T>, selection: Selection, act: () => R | Promise<R>): R | Promise<R> {
    if (!isFiltered(selection) || namedObject(selection) !== undefined) return act();
    const parts = {
      labels: selection.labels.requirements.length > 0,
      fields: selection.fields.requirements.length > 0,
    };
    if (this.#unparsed(parts) <= maxUnparsedBytes) return act();
    const { start, end } = boundsOf(state, selection, "");
    let bytes = 0;
    for (const item of itemsOf(state.tree.slices(start, end))) {
      if (item.isUnparsed?.(parts) === true) bytes += item.size;
      if (bytes > maxUnparsedBytes) return this.#parseAll(state, parts).then(act);
    }
    if (selection.namespace === undefined) this.#note(parts, this.#added - bytes);
    return act();
  }

  /** Parses items in turns. */
  async parse(items: readonly T[], parts: ParsedParts): Promise<void> {
    let bytes = 0;
    for (const item of items) {
      if (item.isUnparsed?.(parts) !== true) continue;
      if (parts.labels) void item.labels;
      if (parts.fields) void item.fieldValue("");
      bytes += item.size;
      if (bytes <= bytesPerTurn) continue;
      bytes = 0;
      await this.#turns.giveWay();
    }
  }

  /** An item came to the cache. */
  added({ size }: T): void {
    this.#added += size;
  }

  /** All items may be unparsed: their definition was replaced, or the cache was loaded anew. */
  reset(): void {
    this.#note({ labels: true, fields: true }, Number.NEGATIVE_INFINITY);
  }

  #unparsed({ labels, fields }: ParsedParts): number {
    const at = this.#parsedAt;
    return this.#added - Math.min(labels ? at.labels : this.#added, fields ? at.fields : this.#added);
  }

  #note({ labels, fields }: ParsedParts, added: number): void {
    if (labels) this.#parsedAt.labels = added;
    if (fields) this.#parsedAt.fields = added;
  }

  async #parseAll(state: CacheState<T>, parts: ParsedParts): Promise<void> {
    const added = this.#added;
    const { start, end } = boundsOf(state, everything, "");
    for (let from = start; ; ) {
      // The cache changes between turns: each begins behind the last key of the one before.
      const slices = state.tree.slices(from, end, itemsPerTurn);
      const last = lastKeyOf(slices);
      if (last === undefined) break;
      const items = [...itemsOf(slices)];
      await this.#turns.giveWay();
      await this.parse(items, parts);
      from = `${last}\0`;
    }
    this.#note(parts, added);
  }
}
