import { type Span, SpanKind } from "@opentelemetry/api";
import type { Egress, SharedHttpClient } from "@svc/http/client";
import { redactedTarget } from "@svc/request-log";
import type { SpanScope } from "./span-scope.ts";

/** An egress with a span for each request, which it propagates. */
export function tracedEgress(egress: Egress, scope: SpanScope): Egress {
  const traced = (client: SharedHttpClient, purpose: string): SharedHttpClient => {
    const start = (request: SentRequest): Span | undefined =>
      scope.start(`HTTP ${request.method}`, SpanKind.CLIENT, { ...attributesOf(request), purpose });
    return {
      ...client,
      fetch: (request) => {
        const { method, url, body, path = `${url.pathname}${url.search}` } = request;
        const userAgent = request.headers?.["user-agent"];
        const span = start({ method, origin: url.origin, path, body, userAgent: userAgent?.toString() });
        const headers = { ...request.headers, ...scope.headers(span) };
        if (span === undefined) return client.fetch({ ...request, headers });
        return scope.follow(span, async () => {
          const response = await client.fetch({ ...request, headers });
          responded(span, response.status, response.header("content-length"));
          return response;
        });
      },
      exchange: (request, receiver) => {
        const span = start({ ...request, userAgent: firstValue(request.headers, "user-agent") });
        const headers = withHeaders(request.headers, scope.headers(span));
        return client.exchange(
          { ...request, headers },
          {
            head: (status, received) => {
              if (span !== undefined) responded(span, status, firstValue(received.flat(), "content-length"));
              receiver.head(status, received);
            },
            data: (chunk) => receiver.data(chunk),
            end: () => {
              span?.end();
              receiver.end();
            },
            fail: (error) => {
              span?.end();
              receiver.fail(error);
            },
          },
        );
      },
    };
  };
  return {
    client: (to) => traced(egress.client(to), to.purpose),
    connectOptions: (to) => egress.connectOptions(to),
    [Symbol.dispose]: () => egress[Symbol.dispose](),
  };
}

interface SentRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
  readonly userAgent: string | undefined;
}

/** Source: the semantic conventions of OpenTelemetry 1.20 for clients of HTTP. */
function attributesOf({ method, origin, path, body, userAgent }: SentRequest): Record<string, string | number> {
  const { hostname, port } = new URL(origin);
  const length = typeof body === "string" || body instanceof Uint8Array ? Buffer.byteLength(body) : 0;
  return {
    "http.method": method,
    "http.url": `${origin}${redactedTarget(path)}`,
    "net.peer.name": hostname,
    ...(port === "" ? {} : { "net.peer.port": Number(port) }),
    ...(userAgent === undefined ? {} : { "user_agent.original": userAgent }),
    ...(length === 0 ? {} : { "http.request_content_length": length }),
  };
}

function responded(span: Span, status: number, length: string | undefined): void {
  span.setAttribute("http.status_code", status);
  if (length !== undefined) span.setAttribute("http.response_content_length", Number(length));
}

/** The value of the first header line of a name, in lines of names and values. */
function firstValue(lines: readonly string[], name: string): string | undefined {
  const at = lines.findIndex((line, index) => index % 2 === 0 && line.toLowerCase() === name);
  return at < 0 ? undefined : lines[at + 1];
}

/** A forwarded request has the headers of its client's trace, which this server's span replaces. */
function withHeaders(headers: readonly string[], ours: Readonly<Record<string, string>>): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    if (!Object.hasOwn(ours, name.toLowerCase())) kept.push(name, value);
  }
  return [...kept, ...Object.entries(ours).flat()];
}
