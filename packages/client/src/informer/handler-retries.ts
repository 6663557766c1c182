import type { Clock, Log, Timer } from "@svc/base";
import { type Backoff, createBackoff } from "@svc/base";
import { createStore } from "./store.ts";

interface RetryOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: () => number;
  /** Ends all retries. */
  readonly signal: AbortSignal;
  /** Path of the collection, for the log. */
  readonly path: string;
}

interface ObjectName {
  readonly namespace?: string;
  readonly name: string;
}

/** Calls of one handler, repeated while they fail. */
export interface HandlerCalls {
  /**
   * Calls a handler for an object, and again after a pause when it throws or its promise rejects:
   * longer each time, up to 30 seconds. The next call for the same object replaces a retry.
   */
  readonly callFor: (object: ObjectName, call: () => unknown) => void;
  /** Calls a handler once; a failure is logged. */
  readonly callOnce: (call: () => unknown) => void;
  /** Ends the retries that wait. */
  readonly close: () => void;
}

interface Retry {
  readonly backoff: Backoff;
  timer?: Timer;
}

const firstMs = 200;
const maxMs = 30_000;

export function createHandlerCalls({ clock, log, random, signal, path }: RetryOptions): HandlerCalls {
  const retries = createStore<Retry>();
  let closed = false;
  const failed = (error: unknown, fields: object): void =>
    log.error("an informer's handler failed", { path, ...fields, error: String(error) });
  const close = (): void => {
    closed = true;
    for (const retry of retries.values()) retry.timer?.cancel();
    retries.clear();
    signal.removeEventListener("abort", close);
  };
  signal.addEventListener("abort", close, { once: true });

  const attempt = ({ namespace = "", name }: ObjectName, retry: Retry, call: () => unknown): void => {
    const isCurrent = (): boolean => retries.get(namespace, name) === retry;
    const again = (error: unknown): void => {
      if (closed) return;
      const waitMs = Math.round(retry.backoff.next());
      failed(error, { namespace, name, ...(isCurrent() ? { retryAfterMs: waitMs } : {}) });
      if (!isCurrent()) return;
      retry.timer = clock.after(waitMs, () => attempt({ namespace, name }, retry, call), { keepAlive: true });
    };
    const done = (): void => {
      if (isCurrent()) retries.delete(namespace, name);
    };
    run(call, done, again);
  };
  return {
    close,
    callOnce: (call) => {
      if (!closed) run(call, undefined, (error) => failed(error, {}));
    },
    callFor: (object, call) => {
      if (closed) return;
      const { namespace = "", name } = object;
      retries.get(namespace, name)?.timer?.cancel();
      const retry: Retry = { backoff: createBackoff({ firstMs, maxMs, random }) };
      retries.set(namespace, name, retry);
      attempt(object, retry, call);
    },
  };
}

/** Runs a call that may throw or return a promise; nothing escapes it. */
function run(call: () => unknown, done: (() => void) | undefined, failed: (error: unknown) => void): void {
  try {
    const result = call();
    // A handler is often an arrow function that returns some value; only promises are waited for.
    if (result instanceof Promise) void result.then(done, failed);
    else done?.();
  } catch (error) {
    failed(error);
  }
}
