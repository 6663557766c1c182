import type { Packing } from "@svc/watch";
import { createBlockSizes, createCutter, isLarge } from "./cutter.ts";
import type { Room, StoredObject } from "./stored-object.ts";

/**
 * Room that objects share, in the order in which they were written: a buffer of its own would cost each of them some four hundred bytes, and leave
 * holes that the allocator of C keeps. Whoever is superseded leaves; when less than half of a slab is taken by objects that the cache holds, they move
 * on, so that slabs take at most twice as much as their objects.
 */
export interface Slabs extends Packing<StoredObject> {
  /**
   * An object in shared room.
   * @param bound at least as many bytes as it takes
   * @param make writes its bytes from `start` on
   */
  make(bound: number, make: (room: Room, start: number) => StoredObject): StoredObject;
}

interface Slab extends Room {
  used: number;
  /** Bytes of those that the cache holds. */
  held: number;
  /** These, and some that have left. */
  objects: StoredObject[];
}

const minHeldShare = 0.5;

export function createSlabs(): Slabs {
  const nextSize = createBlockSizes();
  // History lets go of what was superseded in the order in which it was.
  const past = createCutter();
  let current = createSlab(0);

  function createSlab(bytes: number): Slab {
    const slab: Slab = {
      buffer: Buffer.allocUnsafeSlow(bytes),
      used: 0,
      held: 0,
      objects: [],
      entered(stored) {
        slab.held += stored.size;
        slab.objects.push(stored);
      },
      left(stored) {
        slab.held -= stored.size;
        tidy(slab);
      },
    };
    return slab;
  }

  function slabFor(bytes: number): Slab {
    while (current.used + bytes > current.buffer.length) {
      const full = current;
      current = createSlab(nextSize(bytes));
      tidy(full);
    }
    return current;
  }

  /** Empties a slab of which little is left, unless it is being filled. */
  function tidy(slab: Slab): void {
    if (slab === current || slab.held >= slab.used * minHeldShare) return;
    const { objects } = slab;
    // Each that leaves has it looked at again.
    slab.objects = [];
    for (const stored of objects) if (stored.room === slab) move(stored, slabFor(stored.size));
  }

  function move(stored: StoredObject, to: Slab): void {
    const { body, size } = stored;
    const start = to.used;
    to.used += size;
    body.copy(to.buffer, start);
    stored.moveTo(to, start);
  }

  return {
    make(bound, make) {
      if (isLarge(bound)) return make({ buffer: Buffer.allocUnsafeSlow(bound) }, 0);
      const slab = slabFor(bound);
      const stored = make(slab, slab.used);
      slab.used += stored.size;
      return stored;
    },
    hold: (stored) => stored.room.entered?.(stored),
    release(stored) {
      if (stored.isAlone) return;
      const { room, start } = past(stored.size);
      stored.body.copy(room.buffer, start);
      stored.moveTo(room, start);
    },
  };
}
