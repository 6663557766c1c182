import type { ItemPacking } from "@svc/watch";
import { createBlockSizes, isLarge } from "./block-allocator.ts";
import type { MemoryBlock, StoredObject } from "./stored-object.ts";

/**
 * Allocates memory that objects share, in the order of writes: separate buffers would cost some
 * four hundred bytes each, and fragment the C heap. Versions that only history holds are not moved,
 * since most are released in order. The space of released objects is at most a quarter of what is
 * held, or one slab: otherwise the emptiest slabs are evacuated.
 */
export interface SlabAllocator extends ItemPacking<StoredObject> {
  /**
   * Creates an object in shared memory.
   * @param bound at least its size in bytes
   * @param make writes its bytes from `start` on
   */
  make(bound: number, make: (block: MemoryBlock, start: number) => StoredObject): StoredObject;
}

interface Slab extends MemoryBlock {
  used: number;
  /** Bytes of objects that the cache or its history holds. */
  held: number;
  /** These objects, and some that were moved or released. */
  readonly objects: StoredObject[];
  /** The same memory, for objects that are not held yet. */
  readonly arriving: MemoryBlock;
  /** The same memory, for objects that are not held any more and keep it alive. */
  readonly outside: MemoryBlock;
}

const maxWastedShare = 1 / 4;
const minWastedBytes = 256 * 1024;

export function createSlabAllocator(): SlabAllocator {
  const nextSize = createBlockSizes();
  /** Full slabs. */
  const slabs = new Set<Slab>();
  let fullBytes = 0;
  let heldInFull = 0;
  let current = createSlab(0);

  function createSlab(bytes: number): Slab {
    const buffer = Buffer.allocUnsafeSlow(bytes);
    const slab: Slab = {
      buffer,
      arriving: { buffer, entered: (stored) => stored.moveTo(slab, stored.start) },
      outside: { buffer },
      used: 0,
      held: 0,
      objects: [],
      entered(stored) {
        slab.held += stored.size;
        slab.objects.push(stored);
        if (slab !== current) count(slab, stored.size);
      },
      left(stored) {
        slab.held -= stored.size;
        if (slab !== current) count(slab, -stored.size);
      },
    };
    return slab;
  }

  /** So many bytes more are held in a slab that is full. */
  function count(slab: Slab, bytes: number): void {
    heldInFull += bytes;
    if (slab.held === 0) {
      if (slabs.delete(slab)) fullBytes -= slab.buffer.length;
    } else if (!slabs.has(slab)) {
      slabs.add(slab);
      fullBytes += slab.buffer.length;
    }
  }

  function slabFor(bytes: number): Slab {
    if (current.used + bytes > current.buffer.length) {
      const full = current;
      current = createSlab(nextSize(bytes));
      count(full, full.held);
    }
    return current;
  }

  /** Evacuates the emptiest slabs while too much space is wasted. */
  function tidy(): void {
    while (fullBytes - heldInFull > Math.max(minWastedBytes, heldInFull * maxWastedShare)) {
      let emptiest: Slab | undefined;
      for (const slab of slabs) if (emptiest === undefined || shareOf(slab) < shareOf(emptiest)) emptiest = slab;
      if (emptiest === undefined) return;
      for (const stored of emptiest.objects) if (stored.block === emptiest) move(stored);
    }
  }

  function move(stored: StoredObject): void {
    const { body, size } = stored;
    if (isLarge(size)) {
      const buffer = Buffer.allocUnsafeSlow(size);
      body.copy(buffer);
      stored.moveTo({ buffer }, 0);
      return;
    }
    const to = slabFor(size);
    const start = to.used;
    to.used += size;
    body.copy(to.buffer, start);
    stored.moveTo(to, start);
  }

  return {
    make(bound, make) {
      if (isLarge(bound)) return make({ buffer: Buffer.allocUnsafeSlow(bound) }, 0);
      const before = current;
      const slab = slabFor(bound);
      const stored = make(slab.arriving, slab.used);
      slab.used += stored.size;
      if (slab !== before) tidy();
      return stored;
    },
    hold: (stored) => stored.block.entered?.(stored),
    supersede(stored) {
      if (!isSlab(stored.block) && !stored.isAlone) move(stored);
    },
    release(stored) {
      const { block } = stored;
      if (!isSlab(block)) return;
      stored.moveTo(block.outside, stored.start);
      tidy();
    },
  };
}

const shareOf = ({ held, buffer }: Slab): number => held / buffer.length;

const isSlab = (block: MemoryBlock): block is Slab => block.left !== undefined;
