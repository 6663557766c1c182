import type { Clock } from "@svc/base";
import { changesBytes, createRecentChanges, type RecentChanges } from "../local/recent-changes.ts";
import { createWatchHub } from "../local/watch-hub.ts";
import type { Change, KeyRange, WatchOptions } from "../storage.ts";
import { readHistory } from "./history.ts";
import { defaultRecentBytes } from "./limits.ts";
import type { State } from "./state.ts";

interface StoreWatchesOptions {
  readonly clock: Clock;
  readonly recentBytes?: number | undefined;
}

/** The watches of a store: recent changes come from memory, older ones from the segments. */
export class StoreWatches {
  readonly recent: RecentChanges;
  readonly #state: State;
  readonly #recentBytes: number;
  readonly #hub: ReturnType<typeof createWatchHub>;

  constructor(state: State, { clock, recentBytes = defaultRecentBytes }: StoreWatchesOptions) {
    this.#state = state;
    this.#recentBytes = recentBytes;
    this.recent = createRecentChanges(state.revision);
    this.#hub = createWatchHub(
      {
        recent: this.recent,
        currentRevision: () => state.revision,
        compactedRevision: () => state.compactedRevision,
        history: (after) => readHistory(state.segments, after),
      },
      { clock },
    );
  }

  /** Delivers the changes up to the current revision. */
  publish(changes: readonly Change[]): void {
    const batch = { revision: this.#state.revision, changes };
    const bytes = changesBytes(changes);
    this.recent.append(batch, bytes);
    this.#hub.publish(batch, bytes);
    this.recent.trim(this.#recentBytes);
  }

  open(range: KeyRange, options: WatchOptions): ReturnType<ReturnType<typeof createWatchHub>["open"]> {
    return this.#hub.open(range, options);
  }

  requestProgress(): void {
    this.#hub.requestProgress();
  }

  close(): void {
    this.#hub.close();
  }
}
