import { type Span, SpanKind } from "@opentelemetry/api";
import type { Egress, SharedHttpClient } from "@svc/http/client";
import type { SpanScope } from "./span-scope.ts";

/** An egress with a span for each request, which it propagates. */
export function tracedEgress(egress: Egress, scope: SpanScope): Egress {
  const traced = (client: SharedHttpClient, purpose: string): SharedHttpClient => {
    const start = (method: string, url: string): Span | undefined =>
      scope.start(`HTTP ${method}`, SpanKind.CLIENT, { "http.method": method, "http.url": url, purpose });
    return {
      ...client,
      fetch: (request) => {
        const { method, url } = request;
        const span = start(method, `${url.origin}${url.pathname}`);
        const headers = { ...request.headers, ...scope.headers(span) };
        if (span === undefined) return client.fetch({ ...request, headers });
        return scope.follow(span, async () => {
          const response = await client.fetch({ ...request, headers });
          span.setAttribute("http.status_code", response.status);
          return response;
        });
      },
      exchange: (request, receiver) => {
        const path = request.path.split("?", 1)[0] ?? "";
        const span = start(request.method, `${request.origin}${path}`);
        const headers = withHeaders(request.headers, scope.headers(span));
        return client.exchange(
          { ...request, headers },
          {
            head: (status, received) => {
              span?.setAttribute("http.status_code", status);
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

/** A forwarded request has the headers of its client's trace, which this server's span replaces. */
function withHeaders(headers: readonly string[], ours: Readonly<Record<string, string>>): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = "", value = ""] = headers.slice(at, at + 2);
    if (!Object.hasOwn(ours, name.toLowerCase())) kept.push(name, value);
  }
  return [...kept, ...Object.entries(ours).flat()];
}
