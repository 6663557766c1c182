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

const maxWastedShare = 1 / 4;
const minWastedBytes = 256 * 1024;

/** Creates an allocator without any slab. */
export function createSlabAllocator(): SlabAllocator {
  return new Slabs();
}

/** Memory that objects fill one after another. */
class Slab implements MemoryBlock {
  readonly buffer: Buffer;
  used = 0;
  /** Bytes of objects that the cache or its history holds. */
  held = 0;
  /** These objects, and some that were moved or released. */
  readonly objects: StoredObject[] = [];
  /** The same memory, for objects that are not retained yet. */
  readonly arriving: MemoryBlock;
  /** The same memory, for objects that are not retained any more but keep it alive. */
  readonly outside: MemoryBlock;
  /** No more values are added to it. */
  #full: FullSlabs | undefined;

  constructor(bytes: number) {
    const buffer = Buffer.allocUnsafeSlow(bytes);
    this.buffer = buffer;
    this.arriving = { buffer, entered: (stored) => stored.moveTo(this, stored.start) };
    this.outside = { buffer };
  }

  get heldShare(): number {
    return this.held / this.buffer.length;
  }

  entered(stored: StoredObject): void {
    this.held += stored.size;
    this.objects.push(stored);
    this.#full?.count(this, stored.size);
  }

  left(stored: StoredObject): void {
    this.held -= stored.size;
    this.#full?.count(this, -stored.size);
  }

  fill(full: FullSlabs): void {
    this.#full = full;
    full.count(this, this.held);
  }
}

/** Slabs that are full, as long as anything in them is held. */
class FullSlabs {
  readonly #slabs = new Set<Slab>();
  #bytes = 0;
  #held = 0;

  /** So many bytes more are held in a full slab. */
  count(slab: Slab, bytes: number): void {
    this.#held += bytes;
    if (slab.held === 0) {
      if (this.#slabs.delete(slab)) this.#bytes -= slab.buffer.length;
    } else if (!this.#slabs.has(slab)) {
      this.#slabs.add(slab);
      this.#bytes += slab.buffer.length;
    }
  }

  /** The emptiest slab, while too much space is wasted. */
  get wasteful(): Slab | undefined {
    if (this.#bytes - this.#held <= Math.max(minWastedBytes, this.#held * maxWastedShare)) return undefined;
    let emptiest: Slab | undefined;
    for (const slab of this.#slabs) if (emptiest === undefined || slab.heldShare < emptiest.heldShare) emptiest = slab;
    return emptiest;
  }
}

class Slabs implements SlabAllocator {
  readonly #nextSize = createBlockSizes();
  readonly #full = new FullSlabs();
  #current = new Slab(0);

  make(bound: number, make: (block: MemoryBlock, start: number) => StoredObject): StoredObject {
    if (isLarge(bound)) return make({ buffer: Buffer.allocUnsafeSlow(bound) }, 0);
    const before = this.#current;
    const slab = this.#slabFor(bound);
    const stored = make(slab.arriving, slab.used);
    slab.used += stored.size;
    if (slab !== before) this.#tidy();
    return stored;
  }

  hold(stored: StoredObject): void {
    stored.block.entered?.(stored);
  }

  supersede(stored: StoredObject): void {
    if (!(stored.block instanceof Slab) && !stored.isAlone) this.#move(stored);
  }

  release(stored: StoredObject): void {
    const { block } = stored;
    if (!(block instanceof Slab)) return;
    stored.moveTo(block.outside, stored.start);
    this.#tidy();
  }

  #slabFor(bytes: number): Slab {
    const current = this.#current;
    if (current.used + bytes <= current.buffer.length) return current;
    this.#current = new Slab(this.#nextSize(bytes));
    current.fill(this.#full);
    return this.#current;
  }

  /** Evacuates the emptiest slabs while too much space is wasted. */
  #tidy(): void {
    for (let slab = this.#full.wasteful; slab !== undefined; slab = this.#full.wasteful)
      for (const stored of slab.objects) if (stored.block === slab) this.#move(stored);
  }

  #move(stored: StoredObject): void {
    const { body, size } = stored;
    if (isLarge(size)) {
      const buffer = Buffer.allocUnsafeSlow(size);
      body.copy(buffer);
      stored.moveTo({ buffer }, 0);
      return;
    }
    const to = this.#slabFor(size);
    const start = to.used;
    to.used += size;
    body.copy(to.buffer, start);
    stored.moveTo(to, start);
  }
}
