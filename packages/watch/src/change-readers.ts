import type { Change } from "@svc/storage";

/** Receives the changes below one prefix. */
export interface ChangeReader {
  /** Ends with `/`. */
  readonly prefix: string;
  /** The changes of one batch, in order. */
  changes(changes: readonly Change[]): void;
  /** Everything up to the revision was delivered. */
  progress(revision: number): void;
  /** History has a gap: the reader must drop its state and read again. */
  restart(): void;
}

/** The readers of a stream, by prefix. */
export class ChangeReaders {
  readonly #root: string;
  readonly #byPrefix = new Map<string, ChangeReader>();

  /** @param root the prefix of all of them */
  constructor(root: string) {
    this.#root = root;
  }

  add(reader: ChangeReader): () => void {
    this.#byPrefix.set(reader.prefix, reader);
    return () => void this.#byPrefix.delete(reader.prefix);
  }

  all(): Iterable<ChangeReader> {
    return this.#byPrefix.values();
  }

  /** Gives each reader its changes, in order. */
  deliver(changes: readonly Change[]): void {
    const [only] = changes;
    if (only !== undefined && changes.length === 1) {
      this.#readerOf(only.key)?.changes(changes);
      return;
    }
    const grouped = new Map<ChangeReader, Change[]>();
    for (const change of changes) {
      const reader = this.#readerOf(change.key);
      if (reader === undefined) continue;
      const list = grouped.get(reader);
      if (list === undefined) grouped.set(reader, [change]);
      else list.push(change);
    }
    for (const [reader, list] of grouped) reader.changes(list);
  }

  /**
   * Prefixes have one or two segments below the root: `configmaps/`, `services/specs/`. The longest
   * match wins.
   */
  #readerOf(key: string): ChangeReader | undefined {
    const first = key.indexOf("/", this.#root.length);
    if (first < 0) return undefined;
    const second = key.indexOf("/", first + 1);
    const longer = second < 0 ? undefined : this.#byPrefix.get(key.slice(0, second + 1));
    return longer ?? this.#byPrefix.get(key.slice(0, first + 1));
  }
}
