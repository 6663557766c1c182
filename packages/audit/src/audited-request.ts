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
