import type { Compactor } from "../compactor.ts";
import { FutureRevisionError, StorageClosedError } from "../errors.ts";
import { checkKey, collatingKey } from "../key.ts";
import { checkRevision, readableRevision } from "../read-checks.ts";
import type {
  ChangeBatch,
  CommitResult,
  GetResult,
  KeyRange,
  Page,
  RangeOptions,
  ReadOptions,
  Revision,
  Storage,
  StorageLimits,
  StorageStatus,
  WatchOptions,
  Write,
} from "../storage.ts";
import { checkWrites, localLimits } from "../write-checks.ts";
import { type BackupOptions, type BackupResult, writeBackup } from "./backup.ts";
import type { OpenStore } from "./open-store.ts";
import type { StoreParts } from "./store-parts.ts";
import { statusOf } from "./store-status.ts";

/** An open store as callers use it. */
export class ServedStore implements Storage {
  readonly limits: StorageLimits = localLimits;
  /** Compacts the store, and is stopped with it. */
  compactor: Compactor | undefined;
  readonly #store: OpenStore;
  readonly #parts: StoreParts;
  #closing: Promise<void> | undefined;

  constructor(store: OpenStore, parts: StoreParts) {
    this.#store = store;
    this.#parts = parts;
  }

  currentRevision(): Revision {
    return this.#store.state.revision;
  }

  async get(key: string, options?: ReadOptions): Promise<GetResult> {
    this.#admit(options?.signal);
    checkKey(key, Number.POSITIVE_INFINITY);
    const revision = this.#readable(options?.revision);
    return { revision, entry: await this.#parts.reader.entry(collatingKey(key), revision) };
  }

  async range(range: KeyRange, options: RangeOptions = {}): Promise<Page> {
    this.#admit(options.signal);
    return this.#parts.reader.page(range, this.#readable(options.revision), options);
  }

  commit(writes: readonly Write[], options?: Pick<ReadOptions, "signal">): Promise<CommitResult> {
    try {
      this.#admit(options?.signal);
      checkWrites(writes, localLimits);
      return this.#parts.writes.commit(writes);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  watch(range: KeyRange, options: WatchOptions): AsyncIterable<ChangeBatch> {
    return this.#parts.watches.open(range, options);
  }

  requestProgress(): void {
    this.#parts.watches.requestProgress();
  }

  async compact(revision: Revision): Promise<void> {
    const { state } = this.#store;
    this.#admit();
    checkRevision(revision);
    if (revision > state.revision) throw new FutureRevisionError(state.revision);
    if (revision > state.compactedRevision) await this.#parts.writes.compact(revision);
  }

  async status(options?: Pick<ReadOptions, "signal">): Promise<StorageStatus> {
    this.#admit(options?.signal);
    return statusOf(this.#store.state, this.#parts.log);
  }

  async backup(options: BackupOptions): Promise<BackupResult> {
    this.#admit();
    const { disk, reader } = this.#parts;
    const { revision, expiries: current } = this.#store.state;
    const expiries = current.fork();
    const list = await reader.holdRange({ prefix: "" }, revision);
    try {
      return await writeBackup(disk, { revision, expiries, reads: list.items }, options);
    } finally {
      await list.release();
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#compactedAndClosed();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #admit(signal?: AbortSignal): void {
    if (this.#closing !== undefined) throw new StorageClosedError();
    signal?.throwIfAborted();
  }

  #readable(requested: Revision | undefined): Revision {
    const { revision, compactedRevision } = this.#store.state;
    return readableRevision(requested, { current: revision, compacted: compactedRevision });
  }

  async #compactedAndClosed(): Promise<void> {
    await this.compactor?.stop();
    const { lock, progress, state } = this.#store;
    const { log, watches, writes, maintenance } = this.#parts;
    watches.close();
    await writes.close();
    await maintenance.stop();
    try {
      await log.close();
      await progress.record(log.active);
    } finally {
      await Promise.all(state.segments.map((s) => s.file.close()));
      await lock.release();
    }
  }
}
