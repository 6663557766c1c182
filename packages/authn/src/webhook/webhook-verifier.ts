import { type Clock, pause } from "@svc/base";
import {
  aClock,
  aFunction,
  aNonNegativeNumber,
  aString,
  checkArgument,
  listOf,
  oneOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { AuthenticationResult } from "../authenticator.ts";
import { createDigestCache } from "../token/digest-cache.ts";
import { maxTokenLength } from "../token/jwt.ts";
import { anyAudience, type TokenVerifier } from "../token/token-verifier.ts";
import { readReview } from "./read-review.ts";

/**
 * Posts a review and returns the response. It must not follow redirects, which would let the
 * webhook choose where tokens go, and bounds the response. Rejects without a response.
 */
export type SendTokenReview = (
  body: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: string }>;

/** Options of `webhookVerifier`. */
export interface WebhookVerifierOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly send: SendTokenReview;
  /** @default "v1beta1" */
  readonly version?: "v1" | "v1beta1";
  /**
   * How long results are cached, positive and negative; 0 for not at all. Failures are never
   * cached.
   * @default 2 minutes
   */
  readonly cacheTtlMs?: number;
  /** The audiences of tokens for which the webhook names none. */
  readonly apiAudiences: readonly string[];
  /** Deadline of a response, all attempts together. @default 10 s */
  readonly timeoutMs?: number;
  /** Tokens that are remembered. @default 8192 */
  readonly maxCachedTokens?: number;
}

const attempts = 5;
const firstBackoffMs = 500;
const backoffFactor = 1.5;

interface CachedResult {
  readonly result: AuthenticationResult;
  readonly untilMs: number;
}

const webhookVerifierOptions = optionsOf<WebhookVerifierOptions>({
  dialect: aDialect,
  clock: aClock,
  send: aFunction,
  version: optional(oneOf("v1", "v1beta1")),
  cacheTtlMs: optional(aNonNegativeNumber),
  apiAudiences: listOf(aString),
  timeoutMs: optional(aNonNegativeNumber),
  maxCachedTokens: optional(aNonNegativeNumber),
});

/**
 * Verifies tokens with a webhook. Concurrent requests for one token share one call.
 * @throws {TypeError} for a wrong argument
 */
export function webhookVerifier(options: WebhookVerifierOptions): TokenVerifier {
  checkArgument("webhookVerifier: options", options, webhookVerifierOptions);
  const { dialect, clock, version = "v1beta1", cacheTtlMs = 120_000, apiAudiences } = options;
  const apiVersion = dialect.expand(`authentication.{api}/${version}`);
  const cache = createDigestCache<CachedResult>(options.maxCachedTokens ?? 8_192);
  const pendingRequests = createDigestCache<Promise<AuthenticationResult>>(options.maxCachedTokens ?? 8_192);

  const requestReview = async (
    token: string,
    audiences: readonly string[],
    key: string,
  ): Promise<AuthenticationResult> => {
    const spec = { token, ...(audiences.length === 0 ? {} : { audiences }) };
    const review = {
      kind: "TokenReview",
      apiVersion,
      metadata: { creationTimestamp: null },
      spec,
      status: { user: {} },
    };
    const answer = await post(options, JSON.stringify(review));
    if (!answer.ok) return { kind: "rejected", reason: answer.message };
    const read = readReview(answer.body, { apiVersion, requestedAudiences: audiences, defaultAudiences: apiAudiences });
    if (!read.ok) return { kind: "rejected", reason: read.message };
    if (cacheTtlMs > 0) cache.set(key, { result: read.result, untilMs: clock.monotonic() + cacheTtlMs });
    return read.result;
  };

  return {
    verify: (token, { audiences } = anyAudience) => {
      if (token.length > maxTokenLength) return { kind: "absent" };
      const key = JSON.stringify([audiences, token]);
      const known = cache.get(key);
      if (known !== undefined && clock.monotonic() < known.untilMs) return known.result;
      const pending = pendingRequests.get(key);
      if (pending !== undefined) return pending;
      const answer = requestReview(token, audiences, key).finally(() => pendingRequests.delete(key));
      pendingRequests.set(key, answer);
      return answer;
    },
  };
}

type WebhookResponse = { readonly ok: true; readonly body: string } | { readonly ok: false; readonly message: string };

/**
 * Retries while the webhook reports that it is unavailable and time is left, with growing delays.
 */
async function post(
  { clock, send, timeoutMs = 10_000 }: WebhookVerifierOptions,
  body: string,
): Promise<WebhookResponse> {
  const controller = new AbortController();
  const timer = clock.after(timeoutMs, () =>
    controller.abort(new Error(`the webhook did not answer within ${timeoutMs} ms`)),
  );
  try {
    for (let attempt = 1, waitMs = firstBackoffMs; ; attempt++, waitMs *= backoffFactor) {
      const { retryable, ...answer } = await attemptOnce(send, body, controller.signal);
      if (!retryable || attempt === attempts || controller.signal.aborted) return answer;
      await pause(clock, waitMs, { signal: controller.signal, keepAlive: true });
    }
  } finally {
    timer.cancel();
  }
}

async function attemptOnce(
  send: SendTokenReview,
  body: string,
  signal: AbortSignal,
): Promise<WebhookResponse & { readonly retryable: boolean }> {
  try {
    const { status, body: answer } = await send(body, signal);
    if (status === 200 || status === 201) return { ok: true, body: answer, retryable: false };
    const message = `the webhook answered with status ${status}`;
    return { ok: false, message, retryable: status === 429 || status >= 500 };
  } catch (error) {
    const cause: unknown = signal.aborted ? signal.reason : error;
    // A persistent connection may be closed just as a request is sent on it.
    const retryable = !signal.aborted && ["ECONNRESET", "EPIPE"].includes((error as NodeJS.ErrnoException).code ?? "");
    return { ok: false, message: cause instanceof Error ? cause.message : String(cause), retryable };
  }
}
