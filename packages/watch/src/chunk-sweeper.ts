import type { Clock, Timer } from "@svc/base";
import type { Item } from "./item.ts";
import type { ItemTree } from "./item-tree.ts";

/**
 * Forgets what was derived from leaves for lists, once nobody asks for such lists: each form of
 * them takes as much as the items.
 */
export interface ChunkSweeper {
  /** Something is about to be derived. */
  wake(): void;
  stop(): void;
}

const intervalMs = 10_000;

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
