import type { ChangeBatch } from "../storage.ts";
import { createFifo } from "./fifo.ts";

/** Queue of one watch consumer. Ending it drops queued batches; an error is delivered once. */
interface BatchQueue extends AsyncIterable<ChangeBatch> {
  readonly length: number;
  readonly bytes: number;
  readonly ended: boolean;
  /** True while the consumer waits for a batch. */
  readonly hasDemand: boolean;
  push(batch: ChangeBatch, bytes: number): void;
  end(): void;
  fail(error: unknown): void;
}

interface BatchQueueEvents {
  /** Called when the consumer reads and the queue is empty. */
  onDemand(): void;
  onEnd(): void;
}

interface Waiter {
  resolve(result: IteratorResult<ChangeBatch, undefined>): void;
  reject(error: unknown): void;
}

interface QueuedBatch {
  readonly batch: ChangeBatch;
  readonly bytes: number;
}

const over = { done: true, value: undefined } as const;

/** Creates an empty queue. */
export function createBatchQueue(options: BatchQueueEvents): BatchQueue {
  return new PushQueue(options);
}

class PushQueue implements BatchQueue {
  readonly #onDemand: BatchQueueEvents["onDemand"];
  readonly #onEnd: BatchQueueEvents["onEnd"];
  #queue = createFifo<QueuedBatch>();
  #waiters = createFifo<Waiter>();
  #bytes = 0;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  readonly #iterator: AsyncIterator<ChangeBatch, undefined> = {
    next: () => this.#next(),
    return: async () => {
      this.end();
      this.#failure = undefined;
      return over;
    },
  };

  constructor({ onDemand, onEnd }: BatchQueueEvents) {
    this.#onDemand = onDemand;
    this.#onEnd = onEnd;
  }

  get length(): number {
    return this.#queue.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get hasDemand(): boolean {
    return this.#waiters.length > 0;
  }

  push(batch: ChangeBatch, size: number): void {
    if (this.#ended) return;
    const waiter = this.#waiters.shift();
    if (waiter !== undefined) {
      waiter.resolve({ done: false, value: batch });
      return;
    }
    // Unread progress is replaced by later progress, so that it cannot accumulate.
    if (batch.changes.length === 0 && this.#queue.at(this.#queue.length - 1)?.batch.changes.length === 0)
      this.#queue.pop();
    this.#queue.push({ batch, bytes: size });
    this.#bytes += size;
  }

  end(): void {
    this.#stop((w) => w.resolve(over));
  }

  fail(error: unknown): void {
    if (this.#ended) return;
    const delivered = this.#waiters.length > 0;
    this.#stop((w) => w.reject(error));
    if (!delivered) this.#failure = { error };
  }

  [Symbol.asyncIterator](): AsyncIterator<ChangeBatch, undefined> {
    return this.#iterator;
  }

  #stop(settle: (waiter: Waiter) => void): void {
    if (this.#ended) return;
    this.#ended = true;
    const left = this.#waiters.toArray();
    this.#queue = createFifo();
    this.#waiters = createFifo();
    this.#bytes = 0;
    left.forEach(settle);
    this.#onEnd();
  }

  #next(): Promise<IteratorResult<ChangeBatch, undefined>> {
    const first = this.#queue.shift();
    if (first !== undefined) {
      this.#bytes -= first.bytes;
      return Promise.resolve({ done: false, value: first.batch });
    }
    if (this.#failure !== undefined) {
      const { error } = this.#failure;
      this.#failure = undefined;
      return Promise.reject(error);
    }
    if (this.#ended) return Promise.resolve(over);
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<ChangeBatch, undefined>>();
    this.#waiters.push({ resolve, reject });
    this.#onDemand();
    return promise;
  }
}
