import { createHash } from "node:crypto";
import { type Clock, createExpiringCache, pause } from "@svc/base";
import {
  aClock,
  aFunction,
  aNonNegativeNumber,
  checkArgument,
  oneOf,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { Attributes, AuthorizeOptions, Authorizer, Decision } from "../authorizer.ts";
import type { MatchConditions } from "./match-conditions.ts";
import { readReview } from "./read-review.ts";
import { type ReviewVersion, reviewBody, reviewSpecOf } from "./review.ts";

/**
 * Posts a review and returns the response. It must not follow redirects, which would let the
 * webhook choose the decider, and must bound the response. Rejects without a response.
 */
export type SendReview = (
  body: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

/** Options of `createWebhookAuthorizer`. */
export interface WebhookOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly send: SendReview;
  /** @default "v1" */
  readonly version?: ReviewVersion;
  /**
   * Time that approvals are cached; 0 disables it.
   * @default 5 minutes
   */
  readonly authorizedTtlMs?: number;
  /**
   * Time that other decisions are cached.
   * @default 30 s
   */
  readonly unauthorizedTtlMs?: number;
  /**
   * Timeout of all attempts together.
   * @default 30 s
   */
  readonly timeoutMs?: number;
  /**
   * Verdict when the webhook fails.
   * @default "NoOpinion"
   */
  readonly failurePolicy?: "NoOpinion" | "Deny";
  /**
   * Conditions under which the webhook is called.
   * @default always
   */
  readonly matchConditions?: MatchConditions;
  /**
   * Most cached decisions.
   * @default 8192
   */
  readonly maxCached?: number;
  /** Called after every request to the webhook. */
  readonly observe?: (outcome: "success" | "error" | "timeout" | "canceled", ms: number) => void;
}

/** Requests with longer names are not cached, since clients choose them. In characters. */
const maxCachedAttributesLength = 10_000;
const attempts = 5;
const firstBackoffMs = 500;
const backoffFactor = 1.5;

const webhookOptions = optionsOf<WebhookOptions>({
  dialect: aDialect,
  clock: aClock,
  send: aFunction,
  version: optional(oneOf("v1", "v1beta1")),
  authorizedTtlMs: optional(aNonNegativeNumber),
  unauthorizedTtlMs: optional(aNonNegativeNumber),
  timeoutMs: optional(aNonNegativeNumber),
  failurePolicy: optional(oneOf("NoOpinion", "Deny")),
  matchConditions: optional(withMethods("a MatchConditions of @svc/authz", "evaluate")),
  maxCached: optional(aNonNegativeNumber),
  observe: optional(aFunction),
});

/**
 * Authorizes with a webhook. Decisions are cached for a while, and then synchronous.
 * @throws {TypeError} for a wrong argument
 */
export function createWebhookAuthorizer(options: WebhookOptions): Authorizer {
  checkArgument("createWebhookAuthorizer: options", options, webhookOptions);
  const { dialect, clock, version = "v1", failurePolicy = "NoOpinion", matchConditions, maxCached = 8192 } = options;
  const { authorizedTtlMs = 300_000, unauthorizedTtlMs = 30_000 } = options;
  const cache = createExpiringCache<Decision>(clock, maxCached);
  const apiVersion = dialect.expand(`authorization.{api}/${version}`);
  const failed = (error: string): Decision => ({
    verdict: failurePolicy === "Deny" ? "deny" : "noOpinion",
    reason: "",
    error,
  });

  const requestDecision = async (
    body: string,
    key: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Decision> => {
    const answer = await post(options, body, signal);
    if (!answer.ok) return failed(answer.message);
    const reply = readReview(answer.body, apiVersion);
    if (!reply.ok) return failed(reply.message);
    if (key !== undefined) cache.set(key, reply.decision, reply.allowed ? authorizedTtlMs : unauthorizedTtlMs);
    return reply.decision;
  };

  return {
    authorize: (attributes: Attributes, callOptions?: AuthorizeOptions) => {
      const match = matchConditions?.evaluate(attributes) ?? { match: true };
      if ("error" in match) return failed(match.error);
      if (!match.match) return { verdict: "noOpinion", reason: "" };
      const body = reviewBody(dialect, version, reviewSpecOf(attributes));
      const key = sizeOf(attributes) > maxCachedAttributesLength ? undefined : digestOf(body);
      return (key === undefined ? undefined : cache.get(key)) ?? requestDecision(body, key, callOptions?.signal);
    },
    rulesFor: () => ({
      rules: [],
      errors: ["webhook authorizer does not support user rule resolution"],
      incomplete: true,
    }),
  };
}

/** A long review costs the cache no more than a short one. */
function digestOf(body: string): string {
  return createHash("sha256").update(body).digest("base64");
}

function sizeOf({ namespace, verb, group, version, resource, subresource, name, path }: Attributes): number {
  return [namespace, verb, group, version, resource, subresource, name, path].reduce((sum, t) => sum + t.length, 0);
}

type WebhookResponse = { readonly ok: true; readonly body: string } | { readonly ok: false; readonly message: string };

/**
 * Retries with growing delays while the webhook reports that it is unavailable and time is left.
 */
async function post(options: WebhookOptions, body: string, signal: AbortSignal | undefined): Promise<WebhookResponse> {
  const { clock, send, timeoutMs = 30_000, observe } = options;
  const startMs = clock.monotonic();
  const controller = new AbortController();
  const timeoutError = new Error(`the webhook did not answer within ${timeoutMs} ms`);
  const timer = clock.after(timeoutMs, () => controller.abort(timeoutError));
  const limit = signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
  try {
    for (let attempt = 1, waitMs = firstBackoffMs; ; attempt++, waitMs *= backoffFactor) {
      const sent = await attemptOnce(send, body, limit);
      if (sent.ok || !sent.retryable || attempt === attempts) {
        observe?.(
          sent.ok ? "success" : limit.aborted ? (signal?.aborted ? "canceled" : "timeout") : "error",
          clock.monotonic() - startMs,
        );
        return sent;
      }
      await pause(clock, waitMs, { signal: limit, keepAlive: true });
    }
  } finally {
    timer.cancel();
  }
}

type Attempt = WebhookResponse & { readonly retryable?: boolean };

async function attemptOnce(send: SendReview, body: string, limit: AbortSignal): Promise<Attempt> {
  try {
    limit.throwIfAborted();
    const { status, body: answer } = await send(body, limit);
    if (status === 200 || status === 201) return { ok: true, body: answer };
    return {
      ok: false,
      message: `the webhook answered with status ${status}`,
      retryable: status === 429 || status >= 500,
    };
  } catch (error) {
    const cause: unknown = limit.aborted ? limit.reason : error;
    // A pooled connection may close just when a request is sent.
    const retryable = !limit.aborted && ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause), retryable };
  }
}
