import type { StepTimes } from "@svc/admission";
import type { AuditTrail } from "@svc/audit";
import type { Clock } from "@svc/base";
import type { BodyShare, HttpRequest, HttpResponse } from "@svc/http";
import type { RequestInfo } from "./request-info.ts";
import type { Route } from "./route.ts";

export interface User {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Where flow control classified a request. */
export interface FlowPlace {
  /** The name of the FlowSchema. */
  readonly schema: string;
  /** The name of the PriorityLevelConfiguration. */
  readonly level: string;
}

/** How many seats of its level a request needs. */
export interface FlowWork {
  readonly seats: number;
  /** The seats that it holds after its end, for so many milliseconds. */
  readonly finalSeats: number;
  readonly finalMs: number;
}

/** A request without its target, which only `RequestInfo` defines. */
export type RequestContent = Omit<HttpRequest, "method" | "target">;

/** The state of a request, which grows from stage to stage. */
export interface RequestState {
  readonly request: RequestContent;
  readonly info: RequestInfo;
  readonly auditId: string;
  /** When it arrived, by the monotonic clock. */
  readonly startedMs: number;
  /** When its time is over, by the monotonic clock; Infinity where it has no deadline. */
  deadlineMs: number;
  /** The user; set by authentication, replaced by impersonation. */
  user: User;
  /** The authenticated user, when `user` is impersonated. */
  realUser: User | undefined;
  /**
   * Headers that stages add to the response, whichever stage or handler makes it. Names and values
   * alternate.
   */
  responseHeaders: readonly string[];
  /** Texts for `Warning` headers, each once. */
  readonly warnings: Set<string>;
  /** True once the request is authorized and routed. */
  dispatched: boolean;
  /** The served resource that the request names. */
  route: Route | undefined;
  /** Audit annotations of the authentication. */
  annotations: Readonly<Record<string, string>> | undefined;
  /** The audit trail; undefined until it begins, and where nothing is recorded. */
  audit: AuditTrail | undefined;
  /**
   * The time until its response must be written: the requested timeout, bounded by the server's.
   * For watches and connections it bounds only the wait for a seat.
   */
  timeoutMs: number;
  /** True for a watch, a connection or a profile. */
  isLongRunning: boolean;
  /** True once its deadline has passed, or its client has left, and the response is 504. */
  timedOut: boolean;
  /** Counts a response that came after the request was no longer awaited; set by the metrics. */
  countLate: ((state: RequestState, response: HttpResponse) => HttpResponse) | undefined;
  /** Counts work that ended after the request was no longer awaited; set by its timeout. */
  endedLate: ((outcome: "ok" | "error") => void) | undefined;
  /** True where an unforeseen error kept it from being handled. */
  failed: boolean;
  /** The size of its body, once it was read. */
  bodyBytes: number | undefined;
  /** Its share of the memory for bodies, until its handler has ended. */
  bodyShare: BodyShare | undefined;
  /** Gives back the memory of its decoded body; only where that is counted. */
  releaseDecoded: (() => void) | undefined;
  /** Resolves when other requests had their turn; only where the body is large. */
  giveWay: (() => Promise<void>) | undefined;
  /**
   * The last time that was read of the clock that never goes back; NaN where the request waited
   * since. Stages read it by `currentMs`.
   */
  reachedMs: number;
  /** When the user was known, by the clock that never goes back; NaN before. */
  authenticatedMs: number;
  /** For how long flow control held the request back, in milliseconds. */
  queuedMs: number;
  /** Set by flow control; undefined where it does not classify the request. */
  flowPlace: FlowPlace | undefined;
  /** Set with `flowPlace`. */
  flowWork: FlowWork | undefined;
  /** Set where authorization, or the check of an impersonation, refused it. */
  refusal: AccessRefusal | undefined;
  /** What a watch was asked for, once it begins. */
  watch: WatchStart | undefined;
  /** When the request was let through to its handler; NaN before. */
  dispatchedMs: number;
  /** When the response, or the head of a streamed one, left the handler; NaN before. */
  respondedMs: number;
  /** The measured durations of parts of its handler. */
  readonly times: StepTimes;
  /** The newest promise of the response that cannot reject. For the pipeline only. */
  response: Promise<HttpResponse> | undefined;
}

/** A refusal of the authorizer. */
export interface AccessRefusal {
  /** The stage that asked the authorizer. */
  readonly by: "authorization" | "impersonation";
  /** The reason of the authorizer; empty where it gives none. */
  readonly reason: string;
}

/** The parameters of a watch, with their defaults. */
export interface WatchStart {
  readonly resourceVersion: string;
  /** The selector of labels as text; empty where it selects everything. */
  readonly labels: string;
  /** The selector of fields as text; empty where it selects everything. */
  readonly fields: string;
  readonly timeoutMs: number;
}

export const unknownUser: User = { name: "", uid: "", groups: [], extra: {} };

/** Gives back the memory of a request's body, once its handler has ended. */
export function releaseBody(state: Pick<RequestState, "bodyShare" | "releaseDecoded">): void {
  state.bodyShare?.release();
  state.releaseDecoded?.();
}

/**
 * The time by the clock that never goes back. The clock is not read again where the request came
 * from the stage before without waiting.
 */
export function currentMs(state: Pick<RequestState, "reachedMs">, clock: Pick<Clock, "monotonic">): number {
  if (Number.isNaN(state.reachedMs)) state.reachedMs = clock.monotonic();
  return state.reachedMs;
}

/** Reads the clock, for the stages that follow too. */
export function readClock(state: Pick<RequestState, "reachedMs">, clock: Pick<Clock, "monotonic">): number {
  return (state.reachedMs = clock.monotonic());
}
