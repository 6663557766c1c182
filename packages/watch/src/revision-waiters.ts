import type { Clock } from "@svc/base";
import { futureRevision, type RequestedRevision } from "./requested-revision.ts";

interface Waiter {
  readonly revision: RequestedRevision;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Callers that wait until a stream has reached a revision. */
export class RevisionWaiters {
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter>();
  #reached: number;
  #closedBy: unknown;

  constructor(clock: Clock, reached: number) {
    this.#clock = clock;
    this.#reached = reached;
  }

  /** Everything up to here was delivered. */
  reach(revision: number): void {
    this.#reached = revision;
    for (const waiter of this.#waiters) {
      if (waiter.revision > revision) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** @throws {StatusError} 504 after the time, and the error of `close` */
  wait(requested: RequestedRevision, timeoutMs: number | undefined): Promise<void> {
    if (this.#closedBy !== undefined) return Promise.reject(this.#closedBy);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        revision: requested,
        resolve: () => {
          timer?.cancel();
          resolve();
        },
        reject: (error) => {
          timer?.cancel();
          reject(error);
        },
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : this.#clock.after(timeoutMs, () => {
              this.#waiters.delete(waiter);
              reject(futureRevision(requested, this.#reached));
            });
      this.#waiters.add(waiter);
    });
  }

  /** Rejects every caller that waits, and those to come. */
  close(error: unknown): void {
    this.#closedBy = error;
    for (const waiter of this.#waiters) waiter.reject(error);
    this.#waiters.clear();
  }
}
