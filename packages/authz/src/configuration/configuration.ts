import type { CompiledCondition } from "../webhook/match-conditions.ts";
import type { ReviewVersion } from "../webhook/review.ts";

/** Types of authorizers that can be configured. */
export const authorizerTypes = ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"] as const;
/** Type of an authorizer. */
export type AuthorizerType = (typeof authorizerTypes)[number];

/** The authorizers in order: a validated `AuthorizationConfiguration` with defaults. */
export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[];
}

/** Configuration of one authorizer. */
export type AuthorizerConfiguration =
  | { readonly type: Exclude<AuthorizerType, "Webhook">; readonly name: string }
  | { readonly type: "Webhook"; readonly name: string; readonly webhook: WebhookConfiguration };

/** Configuration of a webhook. */
export interface WebhookConfiguration {
  readonly authorizedTtlMs: number;
  readonly unauthorizedTtlMs: number;
  readonly timeoutMs: number;
  readonly version: ReviewVersion;
  readonly failurePolicy: "NoOpinion" | "Deny";
  /** Absolute path. */
  readonly kubeConfigFile: string;
  /** Compiled conditions. */
  readonly matchConditions: readonly Extract<CompiledCondition, { ok: true }>[];
}

/** An entry as written. Absent texts are empty. */
export interface RawAuthorizer {
  readonly type: string;
  readonly name: string;
  readonly webhook: RawWebhook | undefined;
}

/** A webhook as written. */
export interface RawWebhook {
  /** Milliseconds; 0 if absent. */
  readonly authorizedTtlMs: number;
  readonly unauthorizedTtlMs: number;
  readonly timeoutMs: number;
  readonly subjectAccessReviewVersion: string;
  readonly matchConditionSubjectAccessReviewVersion: string;
  readonly failurePolicy: string;
  readonly connectionType: string;
  readonly kubeConfigFile: string | undefined;
  readonly matchConditions: readonly string[];
}
