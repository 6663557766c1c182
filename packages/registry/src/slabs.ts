import type { ItemPacking } from "@svc/watch";
import { createBlockSizes, isLarge } from "./cutter.ts";
import type { Room, StoredObject } from "./stored-object.ts";

/**
 * Room that objects share, in the order in which they were written: a buffer of its own would cost
 * each of them some four hundred bytes, and leave holes that the allocator of C keeps. Versions
 * that only history holds stay where they are, since most go in the order in which they came. What
 * is left in slabs of those that have gone is at most a quarter of what is held, or one slab: else
 * the emptiest slabs are left by all.
 */
export interface Slabs extends ItemPacking<StoredObject> {
  /**
   * An object in shared room.
   * @param bound at least as many bytes as it takes
   * @param make writes its bytes from `start` on
   */
  make(bound: number, make: (room: Room, start: number) => StoredObject): StoredObject;
}

interface Slab extends Room {
  used: number;
  /** Bytes of those that the cache or its history holds. */
  held: number;
  /** These, and some that have left. */
  readonly objects: StoredObject[];
  /** The same room, for those that are not held yet: they enter it when they are. */
  readonly arriving: Room;
  /** The same room, for those that are held no more: they take it with them. */
  readonly outside: Room;
}

const maxWastedShare = 1 / 4;
const minWastedBytes = 256 * 1024;

export function createSlabs(): Slabs {
  const nextSize = createBlockSizes();
  /** Those that are full. */
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

  /** Has the emptiest slabs left by all while too much is wasted. */
  function tidy(): void {
    while (fullBytes - heldInFull > Math.max(minWastedBytes, heldInFull * maxWastedShare)) {
      let emptiest: Slab | undefined;
      for (const slab of slabs) if (emptiest === undefined || shareOf(slab) < shareOf(emptiest)) emptiest = slab;
      if (emptiest === undefined) return;
      for (const stored of emptiest.objects) if (stored.room === emptiest) move(stored);
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
    hold: (stored) => stored.room.entered?.(stored),
    supersede(stored) {
      if (!isSlab(stored.room) && !stored.isAlone) move(stored);
    },
    release(stored) {
      const { room } = stored;
      if (!isSlab(room)) return;
      stored.moveTo(room.outside, stored.start);
      tidy();
    },
  };
}

const shareOf = ({ held, buffer }: Slab): number => held / buffer.length;

const isSlab = (room: Room): room is Slab => room.left !== undefined;
