import type { Clock, Timer } from "@svc/base";
import type { Item } from "./item.ts";
import type { ItemTree } from "./item-tree.ts";

/**
 * Evicts values derived from chunks that no list used recently: each list format takes as much
 * memory as the items.
 */
export interface ChunkSweeper {
  /** Called before something is derived. */
  wake(): void;
  stop(): void;
}

const intervalMs = 10_000;

/** Creates the sweeper of one tree. */
export function createChunkSweeper<T extends Item>(tree: ItemTree<T>, clock: Clock): ChunkSweeper {
  let timer: Timer | undefined;

  function run(): void {
    timer = undefined;
    let hasDerived = false;
    for (const chunk of tree.chunks) hasDerived = chunk.evictUnused() || hasDerived;
    if (hasDerived) wake();
  }

  function wake(): void {
    timer ??= clock.after(intervalMs, run);
  }

  return { wake, stop: () => timer?.cancel() };
}
