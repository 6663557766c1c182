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
  /** Called when the consumer asks and the queue is empty. */
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
export function createBatchQueue({ onDemand, onEnd }: BatchQueueEvents): BatchQueue {
  let queue = createFifo<QueuedBatch>();
  let waiters = createFifo<Waiter>();
  let bytes = 0;
  let ended = false;
  let failure: { readonly error: unknown } | undefined;

  function stop(settle: (waiter: Waiter) => void): void {
    if (ended) return;
    ended = true;
    const left = waiters.toArray();
    queue = createFifo();
    waiters = createFifo();
    bytes = 0;
    left.forEach(settle);
    onEnd();
  }

  function end(): void {
    stop((w) => w.resolve(over));
  }

  function fail(error: unknown): void {
    if (ended) return;
    const delivered = waiters.length > 0;
    stop((w) => w.reject(error));
    if (!delivered) failure = { error };
  }

  function next(): Promise<IteratorResult<ChangeBatch, undefined>> {
    const first = queue.shift();
    if (first !== undefined) {
      bytes -= first.bytes;
      return Promise.resolve({ done: false, value: first.batch });
    }
    if (failure !== undefined) {
      const { error } = failure;
      failure = undefined;
      return Promise.reject(error);
    }
    if (ended) return Promise.resolve(over);
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<ChangeBatch, undefined>>();
    waiters.push({ resolve, reject });
    onDemand();
    return promise;
  }

  function push(batch: ChangeBatch, size: number): void {
    if (ended) return;
    const waiter = waiters.shift();
    if (waiter !== undefined) {
      waiter.resolve({ done: false, value: batch });
      return;
    }
    // Unread progress is replaced by later progress, so that it cannot accumulate.
    if (batch.changes.length === 0 && queue.at(queue.length - 1)?.batch.changes.length === 0) queue.pop();
    queue.push({ batch, bytes: size });
    bytes += size;
  }

  const iterator: AsyncIterator<ChangeBatch, undefined> = {
    next,
    return: async () => {
      end();
      failure = undefined;
      return over;
    },
  };
  return {
    get length() {
      return queue.length;
    },
    get bytes() {
      return bytes;
    },
    get ended() {
      return ended;
    },
    get hasDemand() {
      return waiters.length > 0;
    },
    push,
    end,
    fail,
    [Symbol.asyncIterator]: () => iterator,
  };
}
