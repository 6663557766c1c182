import { isIP } from "node:net";
import { gunzipSync } from "node:zlib";
import {
  type WebhookAnswer,
  type WebhookCall,
  WebhookCallError,
  type WebhookCaller,
  type WebhookCredentials,
} from "@svc/admission";
import { type Clock, pause } from "@svc/base";
import { connectionError } from "@svc/http/client";
import { quote } from "@svc/meta";
import type { ClientCall } from "@svc/metrics";
import { buildConnector, Pool } from "undici";
import type { Find } from "../reads.ts";
import type { AddressRules } from "./address-rules.ts";
import { shownUrl, type WebhookTarget, webhookTarget } from "./webhook-target.ts";

export interface CallerOptions {
  readonly clock: Clock;
  readonly addresses: AddressRules;
  /** @default the server has no services */
  readonly services?: Find | undefined;
  /** What the server shows of itself to a webhook, by `host:port`. @default nothing */
  readonly credentials?: ((host: string) => WebhookCredentials | undefined) | undefined;
  /** Called for each finished request. */
  readonly observe: (call: ClientCall) => void;
  /** What an answer may hold. @default 16 MiB */
  readonly maxAnswerBytes?: number;
}

/**
 * How many addresses connections are kept to; past it those of the longest unused one are closed.
 */
const maxPools = 256;

/**
 * Connections to webhooks, kept and shared by address, HTTP/2 where it is offered. Redirects are
 * not followed.
 */
export function undiciCaller(options: CallerOptions): WebhookCaller & { close(): Promise<void> } {
  const { clock, observe, addresses, services, credentials, maxAnswerBytes = 16 * 1024 * 1024 } = options;
  const pools = new Map<string, Pool>();

  const poolOf = (target: WebhookTarget, shown: WebhookCredentials | undefined): Pool => {
    const { url, host = "", ca = "" } = target;
    const key = JSON.stringify([url.origin, host, ca, shown?.certificate ?? ""]);
    const pool = pools.get(key) ?? createPool(target, { addresses, shown });
    // The last used stands last.
    pools.delete(key);
    pools.set(key, pool);
    for (const [old, idle] of pools) {
      if (pools.size <= maxPools) break;
      pools.delete(old);
      void idle.close();
    }
    return pool;
  };

  const once = async (target: WebhookTarget, { body, signal }: WebhookCall): Promise<Response> => {
    const { url } = target;
    const shown = credentials?.(`${url.hostname}:${url.port === "" ? "443" : url.port}`);
    const {
      statusCode,
      headers,
      body: stream,
    } = await poolOf(target, shown).request({
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: {
        accept: "application/json, */*",
        "accept-encoding": "gzip",
        "content-type": "application/json",
        "user-agent": "kube-apiserver-admission",
        ...(shown?.token === undefined ? {} : { authorization: `Bearer ${shown.token}` }),
      },
      body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) throw new WebhookCallError(tooLarge(maxAnswerBytes));
      chunks.push(chunk);
    }
    const text =
      headerOf(headers["content-encoding"]) === "gzip"
        ? unzip(Buffer.concat(chunks), maxAnswerBytes)
        : Buffer.concat(chunks);
    return {
      status: statusCode,
      contentType: headerOf(headers["content-type"]),
      retryAfter: headerOf(headers["retry-after"]),
      body: text,
    };
  };

  const measuredOnce = async (target: WebhookTarget, call: WebhookCall): Promise<Response> => {
    const startMs = clock.monotonic();
    const requestBytes = Buffer.byteLength(call.body);
    const measure = (answer: Response | undefined): void =>
      observe({
        method: "POST",
        host: target.url.host,
        status: answer?.status,
        ms: clock.monotonic() - startMs,
        requestBytes,
        ...(answer === undefined ? {} : { responseBytes: answer.body.length }),
      });
    try {
      const answer = await once(target, call);
      measure(answer);
      return answer;
    } catch (error) {
      measure(undefined);
      throw error;
    }
  };

  return {
    call: async (call) => {
      const target = await webhookTarget(call, services);
      const { hostname } = target.url;
      try {
        const literal = hostname.replace(/^\[|\]$/g, "");
        if (isIP(literal) !== 0 && target.host === undefined) addresses.check(literal);
        if (target.host !== undefined && isIP(target.host) !== 0) addresses.check(target.host);
        for (;;) {
          const answer = await measuredOnce(target, call);
          if (!mayTryAgain(answer)) return answer;
          await pause(clock, Number(answer.retryAfter) * 1000, { signal: call.signal });
          call.signal.throwIfAborted();
        }
      } catch (error) {
        if (error instanceof WebhookCallError) throw error;
        const why = call.signal.aborted ? "context deadline exceeded" : connectionError(error, target.url);
        throw new WebhookCallError(`failed to call webhook: Post ${quote(shownUrl(target.url))}: ${why}`, {
          cause: error,
        });
      }
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

interface Response extends WebhookAnswer {
  readonly retryAfter: string;
}

/** An overloaded webhook says when it is to be asked again. */
function mayTryAgain({ status, retryAfter }: Response): boolean {
  return (status === 429 || status >= 500) && /^\d{1,6}$/.test(retryAfter);
}

function createPool(
  { url, host, ca }: WebhookTarget,
  { addresses, shown }: { readonly addresses: AddressRules; readonly shown: WebhookCredentials | undefined },
): Pool {
  const connect = buildConnector({
    allowH2: true,
    lookup: addresses.lookup,
    // A bundle may hold the certificate of the webhook itself, signed by another.
    allowPartialTrustChain: true,
    ...(ca === undefined ? {} : { ca }),
    ...(shown?.certificate === undefined ? {} : { cert: shown.certificate, key: shown.key }),
    ...(isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? { servername: url.hostname } : {}),
  } as Parameters<typeof buildConnector>[0]);
  return new Pool(url.origin, {
    allowH2: true,
    pipelining: 1,
    keepAliveTimeout: 90_000,
    connect: (options, done) =>
      connect(host === undefined ? options : { ...options, hostname: host, host, servername: url.hostname }, done),
  });
}

function unzip(body: Buffer, maxBytes: number): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes });
  } catch (error) {
    throw new WebhookCallError(`failed to call webhook: gzip: invalid body: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function tooLarge(maxBytes: number): string {
  return `failed to call webhook: the answer is larger than ${maxBytes} bytes`;
}

function headerOf(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "");
}
