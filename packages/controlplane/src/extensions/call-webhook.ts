import { failureProblem } from "@svc/admission";
import type { CallConversionWebhook, WebhookClientConfig } from "@svc/apiextensions";
import type { Clock } from "@svc/base";
import { DecodeError, parseExact, readYamlValue, sortedJson } from "@svc/codec";
import { quote } from "@svc/meta";
import type { PostReview } from "../webhooks/measured-post.ts";
import { ReviewError, type ReviewTarget } from "../webhooks/post-review.ts";
import type { FindServiceAddress } from "../webhooks/service-addresses.ts";
import { webhookPath, webhookUrl } from "../webhooks/webhook-path.ts";

export interface CallWebhookOptions {
  readonly post: PostReview;
  readonly findAddress: FindServiceAddress;
  readonly clock: Clock;
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
  timeoutMs = 30_000,
  maxBytes = 64 * 1024 * 1024,
}: CallWebhookOptions): CallConversionWebhook {
  return async (config, review) => {
    const target = await targetOf(config, findAddress);
    target.url.searchParams.set("timeout", `${timeoutMs / 1000}s`);
    const late = new AbortController();
    const timer = clock.after(timeoutMs, () => late.abort());
    const { status, contentType, body } = await post(target, {
      purpose: "conversion",
      body: sortedJson(review),
      headers: { accept: "application/json, */*", "user-agent": "kube-apiserver-admission" },
      signal: late.signal,
      maxBytes,
    })
      .catch((error: unknown) => {
        if (!(error instanceof ReviewError)) throw error;
        throw new Error(`Post ${quote(target.url.href)}: ${error.message}`, { cause: error });
      })
      .finally(() => timer.cancel());
    const text = body.toString("utf8");
    if (status < 200 || status > 206) throw new Error(failureProblem({ status, contentType, text }));
    if (text === "") throw new Error(`0-length response with status code: ${status} and content type: ${contentType}`);
    return parsedReview(text);
  };
}

/** The review of a response. @throws {Error} for a text that is none, as kube-apiserver words it */
export function parsedReview(text: string): unknown {
  const review = /^\s*\{/.test(text) ? parsedJson(text) : readYamlValue(Buffer.from(text)).value;
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
