interface Held {
  readonly bytes: number;
  count: number;
}

interface Holder {
  bytes: number;
  readonly buffers: Map<object, Held>;
}

/**
 * Counts the bytes of buffers that responses to clients hold, altogether and by owner. A buffer
 * that several responses hold counts once altogether, and once for each owner.
 */
export class HeldBuffers {
  readonly #all: Holder = { bytes: 0, buffers: new Map() };
  readonly #byOwner = new Map<string, Holder>();

  get bytes(): number {
    return this.#all.bytes;
  }

  bytesOf(owner: string): number {
    return this.#byOwner.get(owner)?.bytes ?? 0;
  }

  /** The owner that holds most; undefined where nothing is held. */
  get largestOwner(): string | undefined {
    let largest: string | undefined;
    for (const owner of this.#byOwner.keys())
      if (largest === undefined || this.bytesOf(owner) > this.bytesOf(largest)) largest = owner;
    return largest;
  }

  /** @param bytes of the buffer; those of its first hold count */
  hold(owner: string, buffer: object, bytes: number): void {
    let holder = this.#byOwner.get(owner);
    if (holder === undefined) this.#byOwner.set(owner, (holder = { bytes: 0, buffers: new Map() }));
    increase(holder, buffer, bytes);
    increase(this.#all, buffer, bytes);
  }

  /** Ends one `hold` of the buffer. */
  drop(owner: string, buffer: object): void {
    const holder = this.#byOwner.get(owner);
    if (holder === undefined || !decrease(holder, buffer)) return;
    if (holder.buffers.size === 0) this.#byOwner.delete(owner);
    decrease(this.#all, buffer);
  }
}

function increase(holder: Holder, buffer: object, bytes: number): void {
  const held = holder.buffers.get(buffer);
  if (held !== undefined) {
    held.count++;
    return;
  }
  holder.buffers.set(buffer, { bytes, count: 1 });
  holder.bytes += bytes;
}

/** @returns false where it was not held */
function decrease(holder: Holder, buffer: object): boolean {
  const held = holder.buffers.get(buffer);
  if (held === undefined) return false;
  if (--held.count > 0) return true;
  holder.buffers.delete(buffer);
  holder.bytes -= held.bytes;
  return true;
}
