/**
 * Which requests a fault may be injected into. Each list that is given must contain the request.
 */
export interface FaultSelection {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, … */
  readonly verbs?: readonly string[];
  /** `pods`, `deployments.apps`, `pods/status`. */
  readonly resources?: readonly string[];
  /** @default every user but the administrator of the test */
  readonly users?: readonly string[];
  /** In [0, 1], for each request independently. @default 1 */
  readonly probability?: number;
  /**
   * The requests by their number among the selected requests, from 1, instead of a probability.
   */
  readonly at?: readonly number[];
  /** The maximum number of injections. @default no bound */
  readonly times?: number;
}

/** The effect of a fault on a request. */
export type FaultEffect =
  /** A write is refused with 409, as if another client had been first. Nothing is written. */
  | { readonly kind: "conflict" }
  /** The write is done, but the connection breaks off before its response. */
  | { readonly kind: "lostResponse" }
  /** 429 with `Retry-After`. @default 1 second */
  | { readonly kind: "tooManyRequests"; readonly retryAfterSeconds?: number }
  /** The request fails before anything is done. @default code 500 */
  | { readonly kind: "serverError"; readonly code?: 500 | 503 | 504 }
  /** The request waits before it is handled, by the server's clock. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** The response breaks off in the middle of its body. */
  | { readonly kind: "cutBody" }
  /** The watch ends after some events. @default immediately */
  | { readonly kind: "watchEnds"; readonly afterEvents?: number }
  /**
   * A watch or list from a version is answered with 410, as if it were compacted: the client lists
   * anew.
   */
  | { readonly kind: "expired" }
  /**
   * Everything that the watch sends comes late, in order, by the server's clock: caches are stale
   * by as much.
   */
  | { readonly kind: "staleWatch"; readonly delayMs: number }
  /** Every bookmark of the watch is sent twice. */
  | { readonly kind: "repeatedBookmarks" }
  /**
   * The store reports an unknown outcome: the write happened, or with `isDone` false it did not.
   * The client gets a server error.
   * @default isDone true
   */
  | { readonly kind: "unknownOutcome"; readonly isDone?: boolean }
  /** Admission webhooks that the write calls can't be reached. @default all webhooks */
  | { readonly kind: "webhookFails"; readonly webhooks?: readonly string[] }
  /**
   * Admission webhooks that the write calls answer late, by the server's clock: after their timeout
   * the call has failed. @default all webhooks
   */
  | { readonly kind: "webhookDelays"; readonly delayMs: number; readonly webhooks?: readonly string[] }
  /**
   * A `hook` of the test is called before the request is handled, or after it was, before its
   * response.
   */
  | { readonly kind: "hook"; readonly when: "before" | "after"; readonly hook: () => void | Promise<void> };

/** A fault: what happens, and to which requests. */
export type Fault = FaultEffect & FaultSelection;

/**
 * A fault that was injected: the number of the fault in its list, and of the request among those it
 * selects.
 */
export interface InjectedFault {
  readonly fault: number;
  readonly occurrence: number;
}
