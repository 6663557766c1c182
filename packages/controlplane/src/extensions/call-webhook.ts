import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { CallConversionWebhook, WebhookClientConfig } from "@svc/apiextensions";
import { quote } from "@svc/meta";
import { webhookPath } from "../webhook-path.ts";

/**
 * Where a service of the cluster is reached: an address, and the port that is behind the one that
 * is asked for.
 */
export type ResolveService = (
  service: NonNullable<WebhookClientConfig["service"]>,
) => Promise<{ readonly host: string }>;

export interface CallWebhookOptions {
  readonly resolveService: ResolveService;
  /** @default 30,000 */
  readonly timeoutMs?: number;
  /** Of an answer. @default 64 MiB */
  readonly maxBytes?: number;
}

/**
 * What is said of an answer that is no JSON object, in the words that operators know from other
 * servers.
 */
const notAnObject =
  'json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

interface Target {
  readonly url: URL;
  /** What is connected to, where that is not the host of the URL. */
  readonly host?: string;
  readonly ca?: string;
}

/** Posts reviews over TLS. Each call has its own time; one that hangs holds up nobody else. */
export function callWebhook({
  resolveService,
  timeoutMs = 30_000,
  maxBytes = 64 * 1024 * 1024,
}: CallWebhookOptions): CallConversionWebhook {
  return async (config, review) => {
    const { url, ...connection } = await targetOf(config, resolveService);
    url.searchParams.set("timeout", `${timeoutMs / 1000}s`);
    const body = JSON.stringify(review);
    const { status, type, text } = await post({ url, ...connection }, { body, timeoutMs, maxBytes });
    if (status === 404) throw new Error("the server could not find the requested resource");
    if (status < 200 || status > 299)
      throw new Error(`an error on the server (${quote(text)}) has prevented the request from succeeding`);
    if (text === "") throw new Error(`0-length response with status code: ${status} and content type: ${type}`);
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new Error(`couldn't get version/kind; json parse error: ${notAnObject}`, { cause: error });
    }
  };
}

async function targetOf(
  { url, service, caBundle }: WebhookClientConfig,
  resolveService: ResolveService,
): Promise<Target> {
  const ca = caBundle === undefined || caBundle === "" ? {} : { ca: Buffer.from(caBundle, "base64").toString("utf8") };
  if (url !== undefined && url !== "") {
    const target = new URL(url);
    target.pathname = webhookPath(target.pathname);
    return { url: target, ...ca };
  }
  if (service === undefined) throw new Error("the webhook has neither a URL nor a service");
  const { name, namespace, path = "", port = 443 } = service;
  const { host } = await resolveService(service);
  return { url: new URL(`https://${name}.${namespace}.svc:${port}${webhookPath(path)}`), host, ...ca };
}

interface Posted {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

interface PostOptions {
  readonly body: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

function post({ url, host, ca }: Target, { body, timeoutMs, maxBytes }: PostOptions): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void =>
      reject(new Error(`Post ${quote(url.href)}: ${problemOf(error)}`, { cause: error }));
    const request = httpsRequest(
      {
        method: "POST",
        host: host ?? url.hostname.replace(/^\[|\]$/g, ""),
        // Addresses are no names of servers: certificates for them are matched by the host.
        ...(isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? { servername: url.hostname } : {}),
        port: url.port === "" ? 443 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          "content-type": "application/json",
          accept: "application/json",
          "content-length": Buffer.byteLength(body),
        },
        signal: AbortSignal.timeout(timeoutMs),
        // A bundle may hold the certificate of the webhook itself, signed by another.
        allowPartialTrustChain: true,
        ...(ca === undefined ? {} : { ca }),
      },
      (response) => {
        read(response, maxBytes).then(
          (text) =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers["content-type"] ?? "",
              text,
            }),
          failed,
        );
      },
    );
    request.on("error", failed);
    request.end(body);
  });
}

async function read(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) {
      response.destroy();
      throw new Error(`the answer has more than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Failures of connections in the words that operators know from other servers. */
function problemOf(error: unknown): string {
  const {
    code = "",
    message = "",
    address,
    port,
  } = error as {
    code?: string;
    message?: string;
    address?: string;
    port?: number;
  };
  switch (code) {
    case "ECONNREFUSED":
      return `dial tcp ${address ?? ""}:${port ?? ""}: connect: connection refused`;
    case "ECONNRESET":
      return "EOF";
    case "ENOTFOUND":
      return `dial tcp: lookup ${(error as { hostname?: string }).hostname ?? ""}: no such host`;
    case "ABORT_ERR":
    case "ETIMEDOUT":
      return "context deadline exceeded";
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
    case "CERT_HAS_EXPIRED":
      return "tls: failed to verify certificate: x509: certificate has expired or is not yet valid";
    default:
      return code.startsWith("ERR_TLS_CERT") ? `tls: failed to verify certificate: ${message}` : message;
  }
}
