import { failureProblem } from "@svc/admission";
import type { CallConversionWebhook, WebhookClientConfig } from "@svc/apiextensions";
import { type Clock, timeoutReason } from "@svc/base";
import { DecodeError, parseExact, readYamlValue, sortedJson } from "@svc/codec";
import { quote } from "@svc/meta";
import type { PostReview } from "../webhooks/measured-post.ts";
import { ReviewError, type ReviewRequest, type ReviewTarget } from "../webhooks/post-review.ts";
import { retriedReview } from "../webhooks/retried-review.ts";
import type { FindServiceAddress } from "../webhooks/service-addresses.ts";
import { webhookPath, webhookUrl } from "../webhooks/webhook-path.ts";

export interface CallWebhookOptions {
  readonly post: PostReview;
  readonly findAddress: FindServiceAddress;
  readonly clock: Clock;
  /** Redirects that are followed. @default 0: a redirect is a failed call */
  readonly maxRedirects?: number | undefined;
  /** @default 30,000 */
  readonly timeoutMs?: number;
  /** The maximum size of a response. @default 64 MiB */
  readonly maxBytes?: number;
}

/** Posts reviews over TLS. Each call has its own time limit; one that hangs delays no other. */
export function callWebhook({
  post,
  findAddress,
  clock,
  maxRedirects,
  timeoutMs = 30_000,
  maxBytes = 64 * 1024 * 1024,
}: CallWebhookOptions): CallConversionWebhook {
  return async (config, review) => {
    const target = await targetOf(config, findAddress);
    target.url.searchParams.set("timeout", `${timeoutMs / 1000}s`);
    const late = new AbortController();
    const timer = clock.after(timeoutMs, () => late.abort(timeoutReason()));
    const { signal } = late;
    const request: ReviewRequest = {
      purpose: "conversion",
      body: sortedJson(review),
      headers: { accept: "application/json, */*", "user-agent": "kube-apiserver-admission" },
      signal,
      maxBytes,
      maxRedirects,
    };
    const { status, contentType, body } = await retriedReview(() => post(target, request), { clock, signal })
      .catch((error: unknown) => {
        if (!(error instanceof ReviewError) && !signal.aborted) throw error;
        throw new Error(problemOf(error, target.url), { cause: error });
      })
      .finally(() => timer.cancel());
    if (status < 200 || status > 206) {
      const text = body.toString("utf8");
      throw new Error(failureProblem({ status, contentType, text }));
    }
    if (body.length === 0)
      throw new Error(`0-length response with status code: ${status} and content type: ${contentType}`);
    return parsedReview(body);
  };
}

/** The message for a call that failed, or whose time is over. */
function problemOf(error: unknown, { href }: URL): string {
  if (!(error instanceof ReviewError)) return `Post ${quote(href)}: context deadline exceeded`;
  const { message, isOfBody, redirectUrl = href } = error;
  return isOfBody ? message : `Post ${quote(redirectUrl)}: ${message}`;
}

/** The review of a response. @throws {Error} for a text that is none, as kube-apiserver words it */
export function parsedReview(body: Buffer): unknown {
  const text = body.toString("utf8");
  const review = /^[ \t\r\n]*\{/.test(text) ? parsedJson(text) : readYamlValue(body).value;
  if (typeof review === "object" && !Array.isArray(review)) return review;
  const type = Array.isArray(review) ? "array" : typeof review === "boolean" ? "bool" : typeof review;
  throw new Error(`${unreadable}: json: cannot unmarshal ${type} into Go value of type ${reviewType}`);
}

const unreadable = "couldn't get version/kind; json parse error";
const reviewType =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** Of a text that begins like JSON, mistakes are told as those of JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    try {
      parseExact(Buffer.from(text));
    } catch (exact) {
      if (exact instanceof DecodeError) throw new Error(`${unreadable}: ${exact.message}`, { cause: exact });
      throw exact;
    }
    throw error;
  }
}

async function targetOf(
  { url, service, caBundle }: WebhookClientConfig,
  findAddress: FindServiceAddress,
): Promise<ReviewTarget> {
  const ca = caBundle === undefined || caBundle === "" ? {} : { ca: Buffer.from(caBundle, "base64").toString("utf8") };
  if (url !== undefined && url !== "") return { url: webhookUrl(url), ...ca };
  if (service === undefined) throw new Error("the webhook has neither a URL nor a service");
  const { name, namespace, path = "", port = 443 } = service;
  const address = await findAddress(service);
  if (!address.ok) throw new Error(address.message);
  return {
    url: new URL(`https://${name}.${namespace}.svc:${port}${webhookPath(path)}`),
    host: address.host,
    port: address.port,
    ...ca,
  };
}
