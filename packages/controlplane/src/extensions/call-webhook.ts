import { failureProblem } from "@svc/admission";
import type { CallConversionWebhook, WebhookClientConfig } from "@svc/apiextensions";
import type { Clock } from "@svc/base";
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
      body: JSON.stringify(review),
      headers: { accept: "application/json" },
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

/** @throws {Error} for a text that is not a JSON object, as kube-apiserver words it */
function parsedReview(text: string): unknown {
  let type = "string";
  try {
    const review = JSON.parse(text) as unknown;
    if (typeof review === "object" && !Array.isArray(review)) return review;
    type = Array.isArray(review) ? "array" : typeof review === "boolean" ? "bool" : typeof review;
  } catch {
    // A text that is not JSON is read as YAML, where it is a string.
  }
  const expected =
    'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
  throw new Error(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${type} into Go value of type ${expected}`,
  );
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
