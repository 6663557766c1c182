import type { Clock, Timer } from "@svc/meta";
import type { Packing } from "./cache-state.ts";
import type { Item } from "./item.ts";
import type { ItemTree, Leaf } from "./item-tree.ts";

/** Packs what was written, some time after it was: what is written again soon need not be moved twice. */
export interface Packer {
  /** An item came. */
  wake(): void;
  stop(): void;
}

const delayMs = 2000;
// A leaf of objects of 2 KB is half a megabyte to copy.
const leavesPerTurn = 4;
const pauseMs = 5;
// Items of a leaf that is written all the time are not moved for each of them.
const minLooseShare = 0.25;
// Fewer share too little.
const minLoose = 8;

interface PackerDeps<T extends Item> {
  readonly tree: ItemTree<T>;
  readonly packing: Packing<T>;
  readonly clock: Clock;
}

export function createPacker<T extends Item>({ tree, packing, clock }: PackerDeps<T>): Packer {
  let timer: Timer | undefined;

  function packLeaf(leaf: Leaf<T>): boolean {
    const { items } = leaf;
    let loose = 0;
    for (const item of items) if (!packing.isPacked(item)) loose++;
    if (loose > 0 && loose < Math.max(minLoose, items.length * minLooseShare)) return false;
    leaf.isLoose = false;
    if (loose > 0) packing.pack(items);
    return loose > 0;
  }

  function run(): void {
    timer = undefined;
    let packed = 0;
    for (const leaf of tree.leaves) {
      if (!leaf.isLoose || !packLeaf(leaf) || ++packed < leavesPerTurn) continue;
      timer = clock.after(pauseMs, run);
      return;
    }
  }

  return {
    wake() {
      timer ??= clock.after(delayMs, run);
    },
    stop: () => timer?.cancel(),
  };
}
