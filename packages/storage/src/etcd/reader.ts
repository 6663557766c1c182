import { quote } from "@svc/base";
import { CompactedError, CorruptError, FutureRevisionError } from "../errors.ts";
import { checkLimit, checkRevision } from "../read-checks.ts";
import type { Entry, GetResult, KeyRange, Page, RangeOptions, ReadOptions, Revision } from "../storage.ts";
import type { Cluster } from "./cluster.ts";
import { entryOf } from "./commit.ts";
import { revisionErrorKind, toStorageError } from "./error-mapping.ts";
import type { EncodedRange, Keyspace } from "./keyspace.ts";
import { decodeRange, encodeRange, type RangeRequest, type RangeResponse, rangeMethod } from "./kv-messages.ts";

/** Linearizable reads. */
export interface Reader {
  currentRevision(signal?: AbortSignal): Promise<Revision>;
  /** Compacted revision; 0 for none. */
  compactedRevision(signal?: AbortSignal): Promise<number>;
  /** @throws {CompactedError} when the revision was compacted */
  checkRetained(revision: Revision): Promise<void>;
  get(key: string, options: ReadOptions): Promise<GetResult>;
  page(range: KeyRange, options: RangeOptions): Promise<Page>;
}

type Signal = AbortSignal | undefined;

// Etcd bounds a page only by its number of keys: the first page measures their size.
const firstPageKeys = 250;
const mostPageKeys = 10_000;
const pageBytes = 8 * 1024 * 1024;

/** Creates the reader of a cluster. */
export function createReader(options: { readonly cluster: Cluster; readonly keyspace: Keyspace }): Reader {
  return new ClusterReader(options);
}

class ClusterReader implements Reader {
  readonly #cluster: Cluster;
  readonly #keyspace: Keyspace;
  #knownCompacted = 0;

  constructor({
    cluster,
    keyspace,
  }: {
    readonly cluster: Cluster;
    readonly keyspace: Keyspace;
  }) {
    this.#cluster = cluster;
    this.#keyspace = keyspace;
  }

  async currentRevision(signal?: AbortSignal): Promise<Revision> {
    return (await this.#read({ key: this.#keyspace.marker, countOnly: true }, signal)).revision as Revision;
  }

  /**
   * Etcd does not report which revision was compacted, only whether one was. It is the lowest
   * readable one, or none was compacted.
   */
  async compactedRevision(signal?: AbortSignal): Promise<number> {
    let low = Math.max(1, this.#knownCompacted);
    if (await this.#isReadable(low, signal)) return this.#knownCompacted;
    let high: number = await this.currentRevision(signal);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (await this.#isReadable(middle, signal)) high = middle;
      else low = middle;
    }
    this.#knownCompacted = Math.max(this.#knownCompacted, high);
    return this.#knownCompacted;
  }

  async checkRetained(revision: Revision): Promise<void> {
    if (!(await this.#isReadable(revision, undefined))) throw new CompactedError(await this.compactedRevision());
  }

  async get(key: string, { revision, signal }: ReadOptions): Promise<{ revision: Revision; entry: Entry | undefined }> {
    if (revision !== undefined) checkRevision(revision);
    const request = { key: this.#keyspace.encode(key), ...(revision === undefined ? {} : { revision }) };
    const found = await this.#read(request, signal);
    return { revision: revision ?? (found.revision as Revision), entry: entryOf(key, found.kvs[0]) };
  }

  async page(range: KeyRange, options: RangeOptions): Promise<Page> {
    if (options.revision !== undefined) checkRevision(options.revision);
    checkLimit(options.limit);
    return this.#page(this.#keyspace.range(range), options);
  }

  async #range(request: RangeRequest, signal: Signal): Promise<RangeResponse> {
    return decodeRange(await this.#cluster.call(rangeMethod, encodeRange(request), { idempotent: true, signal }));
  }

  async #read(request: RangeRequest, signal: Signal): Promise<RangeResponse> {
    try {
      return await this.#range(request, signal);
    } catch (error) {
      const fault = revisionErrorKind(error);
      if (fault === "compacted") throw new CompactedError(await this.compactedRevision(signal), { cause: error });
      if (fault === "future") throw new FutureRevisionError(await this.currentRevision(signal), { cause: error });
      throw toStorageError(error, "read");
    }
  }

  async #isReadable(revision: number, signal: Signal): Promise<boolean> {
    try {
      await this.#range({ key: this.#keyspace.marker, countOnly: true, revision }, signal);
      return true;
    } catch (error) {
      const fault = revisionErrorKind(error);
      if (fault === undefined) throw error;
      return fault === "future";
    }
  }

  async #page(range: EncodedRange, { revision, limit, count = false, signal, onCorrupt }: RangeOptions): Promise<Page> {
    const max = checkLimit(limit);
    const entries: Entry[] = [];
    let at = revision;
    let { key } = range;
    let keys = max === 0 ? 0 : firstPageKeys;
    for (let taken = 0; ; ) {
      const expected = Math.min(keys, max - taken);
      const part = expected === 0 ? { countOnly: true } : { limit: expected };
      const found = await this.#read(
        { key, rangeEnd: range.rangeEnd, ...part, ...(at === undefined ? {} : { revision: at }) },
        signal,
      );
      at ??= found.revision as Revision;
      for (const item of found.kvs.flatMap((kv) => this.#decodeEntry(kv, onCorrupt))) entries.push(item);
      taken += found.kvs.length;
      const remaining = found.count - found.kvs.length;
      if (remaining === 0 || taken >= max) {
        return { revision: at, entries, more: remaining > 0, ...(count ? { remaining } : {}) };
      }
      key = Buffer.concat([found.kvs.at(-1)!.key, Buffer.of(0)]);
      keys = nextPageKeys(found);
    }
  }

  #decodeEntry(kv: RangeResponse["kvs"][number], onCorrupt: RangeOptions["onCorrupt"]): readonly Entry[] {
    const key = this.#keyspace.decode(kv.key);
    if (key !== undefined) return [entryOf(key, kv)!];
    const error = new CorruptError(`the key ${quote(kv.key.toString("latin1"))} is not UTF-8`);
    if (onCorrupt === undefined) throw error;
    onCorrupt(error);
    return [];
  }
}

function nextPageKeys({ kvs }: RangeResponse): number {
  const bytes = kvs.reduce((sum, kv) => sum + kv.key.length + kv.value.length, 0);
  return Math.min(mostPageKeys, Math.max(firstPageKeys, Math.floor((pageBytes * kvs.length) / (bytes + 1))));
}
