import { aFunction, aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";

export interface BodyMemoryOptions {
  /** Bytes that the requests of one owner may hold. @default all */
  readonly maxOwnerBytes?: number;
  /** Called for each request that gets no more. @default nothing happens */
  readonly onRefused?: () => void;
}

const bodyMemoryOptions = optionsOf<BodyMemoryOptions>({
  maxOwnerBytes: optional(aNonNegativeNumber),
  onRefused: optional(aFunction),
});

/**
 * Bounds the bytes of bodies that all requests together hold, and those of one owner.
 * @throws {TypeError} for a wrong argument
 */
export class BodyMemory {
  readonly #maxBytes: number;
  readonly #maxOwnerBytes: number;
  readonly #onRefused: (() => void) | undefined;
  readonly #heldByOwner = new Map<string, number>();
  #heldBytes = 0;

  constructor(maxBytes: number, options: BodyMemoryOptions = {}) {
    checkArgument("new BodyMemory: maxBytes", maxBytes, aNonNegativeNumber);
    checkArgument("new BodyMemory: options", options, bodyMemoryOptions);
    const { maxOwnerBytes = maxBytes, onRefused } = options;
    this.#onRefused = onRefused;
    this.#maxBytes = maxBytes;
    this.#maxOwnerBytes = maxOwnerBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Creates the share of one request, which is empty at first.
   * @param owner whose requests share a bound, such as a user. @default all requests without an
   * owner
   */
  share(owner = ""): BodyShare {
    return new BodyShare(this, owner);
  }

  take(owner: string, bytes: number): boolean {
    const held = (this.#heldByOwner.get(owner) ?? 0) + bytes;
    if (held > this.#maxOwnerBytes || this.#heldBytes + bytes > this.#maxBytes) {
      this.#onRefused?.();
      return false;
    }
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

/** The part of the body memory that one request holds. */
export class BodyShare {
  readonly #memory: BodyMemory;
  readonly #owner: string;
  #bytes = 0;
  #isReleased = false;

  constructor(memory: BodyMemory, owner: string) {
    this.#memory = memory;
    this.#owner = owner;
  }

  /** @returns false where the bound would be exceeded */
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

/** Other requests, or those of the same owner, use all of the body memory. */
export class BodyMemoryError extends Error {
  override readonly name = "BodyMemoryError";
}
