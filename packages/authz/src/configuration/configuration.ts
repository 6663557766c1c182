import type { CompiledCondition } from "../webhook/match-conditions.ts";
import type { ReviewVersion } from "../webhook/review.ts";

/** The kinds of authorizers that a server can be told to ask. */
export const authorizerTypes = ["ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"] as const;
export type AuthorizerType = (typeof authorizerTypes)[number];

/**
 * Whom to ask, in order: what an `AuthorizationConfiguration` says, checked, with what it leaves
 * out filled in.
 */
export interface AuthorizationConfiguration {
  readonly authorizers: readonly AuthorizerConfiguration[];
}

export type AuthorizerConfiguration =
  | { readonly type: Exclude<AuthorizerType, "Webhook">; readonly name: string }
  | { readonly type: "Webhook"; readonly name: string; readonly webhook: WebhookConfiguration };

export interface WebhookConfiguration {
  readonly authorizedTtlMs: number;
  readonly unauthorizedTtlMs: number;
  readonly timeoutMs: number;
  readonly version: ReviewVersion;
  readonly failurePolicy: "NoOpinion" | "Deny";
  /** Absolute. */
  readonly kubeConfigFile: string;
  /** Compiled. */
  readonly matchConditions: readonly Extract<CompiledCondition, { ok: true }>[];
}

/** An entry as it was written. Texts that were left out are empty. */
export interface RawAuthorizer {
  readonly type: string;
  readonly name: string;
  readonly webhook: RawWebhook | undefined;
}

export interface RawWebhook {
  /** Milliseconds; left out is 0. */
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
