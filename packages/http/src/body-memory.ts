/** Bytes of bodies that all requests together may hold. */
export class BodyMemory {
  readonly #maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** The share of one request, which holds nothing yet. */
  share(): BodyShare {
    return new BodyShare(this);
  }

  take(bytes: number): boolean {
    if (this.#heldBytes + bytes > this.#maxBytes) return false;
    this.#heldBytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#heldBytes -= bytes;
  }
}

/** What one request holds of the memory for bodies. */
export class BodyShare {
  readonly #memory: BodyMemory;
  #bytes = 0;
  #isReleased = false;

  constructor(memory: BodyMemory) {
    this.#memory = memory;
  }

  /** @returns false where there is no memory for so many bytes more */
  grow(bytes: number): boolean {
    if (this.#isReleased || !this.#memory.take(bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Gives everything back. Nothing can be held afterwards. */
  release(): void {
    this.#memory.giveBack(this.#bytes);
    this.#bytes = 0;
    this.#isReleased = true;
  }
}

/** Bodies of other requests take all the memory that there is for bodies. */
export class BodyMemoryError extends Error {
  override readonly name = "BodyMemoryError";
}
