import type { MaybePromise } from "@svc/base";
import type { HttpRequest, HttpResponse } from "@svc/http";
import type { AuditTrail } from "./trail.ts";

/** A user, as audit events show it. */
export interface AuditedUser {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** The target of a request. */
export interface AuditedTarget {
  /** The path and the query as they were sent. */
  readonly target: string;
  readonly path: string;
  readonly verb: string;
  readonly isResource: boolean;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
}

/** How long parts of a request took, in milliseconds. */
export interface AuditedTimes {
  readonly authorizationMs?: number | undefined;
  readonly mutatingWebhookMs?: number | undefined;
  readonly validatingWebhookMs?: number | undefined;
  readonly serializationMs?: number | undefined;
  readonly storeMs: number;
  /** Set by the stage: the clock of parts that are measured only for requests that are recorded. */
  monotonic?: (() => number) | undefined;
}

/** A request as the audit stages see it, with the results of earlier stages. */
export interface AuditedRequest {
  readonly request: Pick<HttpRequest, "header" | "headerLines" | "remoteAddress">;
  readonly info: AuditedTarget;
  readonly auditId: string;
  /** When it arrived, by the monotonic clock. */
  readonly startedMs: number;
  readonly user: AuditedUser;
  /** The authenticated user, when `user` is impersonated. */
  readonly realUser: AuditedUser | undefined;
  /** Annotations of authentication. */
  readonly annotations: Readonly<Record<string, string>> | undefined;
  /** Set by the stage; undefined before. */
  audit: AuditTrail | undefined;
  /** For how long flow control held it back, in milliseconds. */
  readonly queuedMs: number;
  /** When its response left the handler, by the monotonic clock; NaN before. */
  readonly respondedMs: number;
  /** The measured durations of parts of its handling; absent where a part did not take place. */
  readonly times: AuditedTimes;
  /** True for watches, connections and profiles, whose response has no deadline. */
  readonly isLongRunning: boolean;
  /** True when an unexpected error prevented its handling. */
  readonly failed: boolean;
}

/** A stage of a pipeline whose requests can be audited. */
export type AuditingStage = <S extends AuditedRequest>(
  state: S,
  next: (state: S) => MaybePromise<HttpResponse>,
) => MaybePromise<HttpResponse>;
