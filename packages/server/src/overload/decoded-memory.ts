import { tooManyRequests } from "@svc/meta";

interface DecodedMemoryOptions {
  readonly maxBytes: number;
  readonly maxOwnerBytes: number;
}

/** A request that waits for memory. */
interface Waiter {
  readonly owner: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Bounds the memory of decoded bodies, in total and for each owner. A request whose body would
 * exceed a bound waits until others have ended: first come, first served, except that requests of
 * an owner at its bound let those of others pass. One body is always admitted.
 */
export class DecodedMemory {
  readonly #options: DecodedMemoryOptions;
  readonly #heldByOwner = new Map<string, number>();
  #heldBytes = 0;
  #waiting: Waiter[] = [];

  constructor(options: DecodedMemoryOptions) {
    this.#options = options;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Requests that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Takes memory, and waits for it where there is too little.
   * @param bytes the memory that the body is expected to take
   * @returns gives the memory back; to be called once
   * @throws {StatusError} 429 where the signal is aborted before the request is admitted
   */
  async take(owner: string, bytes: number, signal: AbortSignal): Promise<() => void> {
    const { maxBytes, maxOwnerBytes } = this.#options;
    const taken = Math.min(bytes, maxBytes, maxOwnerBytes);
    if (this.#waiting.length > 0 || !this.#fits(owner, taken)) await this.#wait(owner, taken, signal);
    else this.#hold(owner, taken);
    return () => {
      this.#hold(owner, -taken);
      this.#admitWaiting();
    };
  }

  #wait(owner: string, bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        this.#admitWaiting();
        reject(
          tooManyRequests("The bodies of other requests take all the memory for bodies, please try again later.", 1),
        );
      };
      const admit = (): void => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      const waiter: Waiter = { owner, bytes, admit };
      this.#waiting.push(waiter);
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
      this.#admitWaiting();
    });
  }

  #admitWaiting(): void {
    const left: Waiter[] = [];
    let isFull = false;
    for (const waiter of this.#waiting) {
      const { owner, bytes } = waiter;
      if (isFull || !this.#fits(owner, bytes)) {
        left.push(waiter);
        isFull ||= this.#fitsOwner(owner, bytes);
        continue;
      }
      this.#hold(owner, bytes);
      waiter.admit();
    }
    this.#waiting = left;
  }

  #fits(owner: string, bytes: number): boolean {
    return this.#heldBytes + bytes <= this.#options.maxBytes && this.#fitsOwner(owner, bytes);
  }

  #fitsOwner(owner: string, bytes: number): boolean {
    return (this.#heldByOwner.get(owner) ?? 0) + bytes <= this.#options.maxOwnerBytes;
  }

  #hold(owner: string, bytes: number): void {
    const held = (this.#heldByOwner.get(owner) ?? 0) + bytes;
    if (held > 0) this.#heldByOwner.set(owner, held);
    else this.#heldByOwner.delete(owner);
    this.#heldBytes += bytes;
  }
}
