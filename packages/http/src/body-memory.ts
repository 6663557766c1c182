export interface BodyMemoryOptions {
  /** Bytes that the requests of one owner may hold of it. @default all of it */
  readonly maxOwnerBytes?: number;
}

/** Bytes of bodies that all requests together may hold, of which one owner has at most a part. */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #maxOwnerBytes: number;
  readonly #heldByOwner = new Map<string, number>();
  #heldBytes = 0;

  constructor(maxBytes: number, { maxOwnerBytes = maxBytes }: BodyMemoryOptions = {}) {
    this.#maxBytes = maxBytes;
    this.#maxOwnerBytes = maxOwnerBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * The share of one request, which holds nothing yet.
   * @param owner whose requests count together, such as a user. @default all that name none
   */
  share(owner = ""): BodyShare {
    return new BodyShare(this, owner);
  }

  take(owner: string, bytes: number): boolean {
    const held = (this.#heldByOwner.get(owner) ?? 0) + bytes;
    if (held > this.#maxOwnerBytes || this.#heldBytes + bytes > this.#maxBytes) return false;
    if (held > 0) this.#heldByOwner.set(owner, held);
    this.#heldBytes += bytes;
    return true;
  }

  giveBack(owner: string, bytes: number): void {
    const held = (this.#heldByOwner.get(owner) ?? 0) - bytes;
    if (held > 0) this.#heldByOwner.set(owner, held);
    else this.#heldByOwner.delete(owner);
    this.#heldBytes -= bytes;
  }
}

/** What one request holds of the memory for bodies. */
export class BodyShare {
  readonly #memory: BodyMemory;
  readonly #owner: string;
  #bytes = 0;
  #isReleased = false;

  constructor(memory: BodyMemory, owner: string) {
    this.#memory = memory;
    this.#owner = owner;
  }

  /** @returns false where there is no memory for so many bytes more */
  grow(bytes: number): boolean {
    if (this.#isReleased || !this.#memory.take(this.#owner, bytes)) return false;
    this.#bytes += bytes;
    return true;
  }

  /** Gives everything back. Nothing can be held afterwards. */
  release(): void {
    this.#memory.giveBack(this.#owner, this.#bytes);
    this.#bytes = 0;
    this.#isReleased = true;
  }
}

/** Bodies of other requests, or of the same owner, take all the memory that there is for bodies. */
export class BodyMemoryError extends Error {
  override readonly name = "BodyMemoryError";
}
