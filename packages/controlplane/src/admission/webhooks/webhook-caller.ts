import {
  type WebhookCall,
  WebhookCallError,
  type WebhookCaller,
  type WebhookCredential,
  type WebhookCredentials,
} from "@svc/admission";
import { abortProblem, type Clock } from "@svc/base";
import type { Egress } from "@svc/http/client";
import { quote } from "@svc/meta";
import type { ClientCall } from "@svc/metrics";
import { measuredPost } from "../../webhooks/measured-post.ts";
import { ReviewError, type ReviewResponse, type ReviewTarget } from "../../webhooks/post-review.ts";
import { retriedReview } from "../../webhooks/retried-review.ts";
import type { FindServiceAddress } from "../../webhooks/service-addresses.ts";
import { shownUrl, webhookTargets } from "./webhook-target.ts";

/** Options of calls to admission webhooks. */
export interface WebhookCallerOptions {
  readonly clock: Clock;
  readonly egress: Egress;
  readonly findAddress: FindServiceAddress;
  /** The server's credential for the webhook at `host:port`. @default none */
  readonly credentials?: ((hostPort: string) => WebhookCredentials | undefined) | undefined;
  /** Called for each finished request. */
  readonly observe: (call: ClientCall) => void;
  /** Redirects that are followed. @default 0 */
  readonly maxRedirects?: number | undefined;
  /** The maximum size of a response. @default 16 MiB */
  readonly maxResponseBytes?: number;
}

/** Calls admission webhooks. */
export function webhookCaller(options: WebhookCallerOptions): WebhookCaller {
  const { clock, egress, observe, findAddress, credentials, maxRedirects, maxResponseBytes } = options;
  const findTarget = webhookTargets(findAddress);
  const measured = measuredPost({ egress, clock, observe });
  const post = (
    target: ReviewTarget,
    { body, signal }: WebhookCall,
    credential: WebhookCredential | undefined,
  ): Promise<ReviewResponse> =>
    measured(target, {
      purpose: "webhook",
      body,
      signal,
      maxBytes: maxResponseBytes ?? defaultMaxBytes,
      maxRedirects,
      credential,
      headers: { accept: "application/json, */*", "user-agent": "kube-apiserver-admission" },
    });
  const postAsOneself = async (target: ReviewTarget, call: WebhookCall): Promise<ReviewResponse> => {
    const shown = credentials?.(hostPortOf(target.url));
    const credential = await currentOf(shown, call.signal);
    const response = await post(target, call, credential);
    if (response.status !== 401 || credential === undefined || shown?.rejected(credential) !== true) return response;
    return post(target, call, await currentOf(shown, call.signal));
  };
  return {
    call: async (call) => {
      const target = await findTarget(call);
      try {
        return await retriedReview(() => postAsOneself(target, call), { clock, signal: call.signal });
      } catch (error) {
        if (!(error instanceof ReviewError) && !call.signal.aborted) throw error;
        throw new WebhookCallError(`failed to call webhook: ${problemOf(error, target, call.signal)}`, {
          cause: error,
        });
      }
    },
  };
}

/** The message for a call that failed, or whose time is over. */
function problemOf(error: unknown, { url }: ReviewTarget, signal: AbortSignal): string {
  if (!(error instanceof ReviewError)) return `Post ${quote(shownUrl(url))}: ${abortProblem(signal)}`;
  const { message, isOfBody, redirectUrl = shownUrl(url) } = error;
  return isOfBody ? message : `Post ${quote(redirectUrl)}: ${message}`;
}

const defaultMaxBytes = 16 * 1024 * 1024;

function hostPortOf({ hostname, port }: URL): string {
  return `${hostname}:${port === "" ? "443" : port}`;
}

/** @throws {ReviewError} where the credential can't be had */
async function currentOf(
  credentials: WebhookCredentials | undefined,
  signal: AbortSignal,
): Promise<WebhookCredential | undefined> {
  try {
    return await credentials?.current();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ReviewError(`getting credentials: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
