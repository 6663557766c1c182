import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Clock } from "@svc/base";

const lookEveryMs = 1_000;
/** The allocations of an idle server between two checks. */
const restBytes = 1024 * 1024;
/** A pause between two loads is no rest. */
const restingLooks = 5;
/** Both halves of the young generation together, after a load. */
const grownBytes = 48 * 1024 * 1024;
/**
 * Two collections of a larger heap would block requests for a second. V8 then returns memory
 * itself, in steps and later.
 */
const largestHeapBytes = 256 * 1024 * 1024;

interface Heap {
  /** Bytes of the young generation that are taken, and how many it has room for. */
  young(): { readonly used: number; readonly size: number };
  /** Bytes of all generations that are taken. */
  used(): number;
  /** Collects everything, and gives back what V8 holds ready for the next load. */
  collect(): void;
}

/**
 * Releases memory once the server is idle after its start, and after each load. A start leaves 15
 * to 25 MB that V8 does not release while the server is idle. Under load V8 grows its young
 * generation to up to 128 MB, and keeps these pages and unused buffers until its next full
 * collection, which an idle server may never trigger. A collection of 100 MB takes 0.1 to 0.2
 * seconds.
 */
export function collectWhenIdle(clock: Pick<Clock, "after">, heap: Heap = createHeap()): void {
  let before = heap.young().used;
  let rested = 0;
  // By the start.
  let hasGrown = true;
  const look = (): void => {
    const { used, size } = heap.young();
    const allocated = used - before;
    before = used;
    hasGrown ||= size > grownBytes;
    // Fewer bytes than before: they were collected, so there is work.
    rested = allocated >= 0 && allocated < restBytes ? rested + 1 : 0;
    if (hasGrown && rested >= restingLooks) {
      hasGrown = false;
      if (heap.used() <= largestHeapBytes) heap.collect();
      before = heap.young().used;
    }
    clock.after(lookEveryMs, look);
  };
  clock.after(lookEveryMs, look);
}

type Collect = (options: { readonly type: "major"; readonly flavor: "last-resort" }) => void;

function createHeap(): Heap {
  let collect: Collect | undefined;
  return {
    young: () => {
      const space = getHeapSpaceStatistics().find((s) => s.space_name === "new_space");
      return { used: space?.space_used_size ?? 0, size: space?.space_size ?? 0 };
    },
    used: () => getHeapStatistics().used_heap_size,
    collect: () => (collect ??= collector())({ type: "major", flavor: "last-resort" }),
  };
}

/** Node hands the function out to contexts that are made while the flag is set. */
function collector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  return collect;
}
