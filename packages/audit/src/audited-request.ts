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

/** What a request is for. */
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

/** A request as the audit stages see it: what earlier stages know of it. */
export interface AuditedRequest {
  readonly request: Pick<HttpRequest, "header" | "remoteAddress">;
  readonly info: AuditedTarget;
  readonly auditId: string;
  /** When it came, by the clock that never goes back. */
  readonly startedMs: number;
  readonly user: AuditedUser;
  /** The authenticated user, when `user` is impersonated. */
  readonly realUser: AuditedUser | undefined;
  /** Annotations of authentication. */
  readonly annotations: Readonly<Record<string, string>> | undefined;
  /** Set by the stage; undefined before. */
  audit: AuditTrail | undefined;
  /** True where an unforeseen error kept it from being handled. */
  readonly failed: boolean;
}

/** A stage of a pipeline whose requests can be audited. */
export type AuditingStage = <S extends AuditedRequest>(
  state: S,
  next: (state: S) => MaybePromise<HttpResponse>,
) => MaybePromise<HttpResponse>;
