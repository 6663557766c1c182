import type { Clock } from "@svc/base";
import { type AcceptClause, negotiate } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import type { ExpositionFormat, Metrics } from "@svc/metrics";
import type { PathHandler } from "../request/handlers.ts";
import type { RequestContent } from "../request/request-state.ts";

const offers: readonly { readonly mediaType: string; readonly format: ExpositionFormat }[] = [
  { mediaType: "text/plain", format: "text" },
  { mediaType: "application/openmetrics-text", format: "openmetrics" },
  { mediaType: "application/vnd.google.protobuf", format: "protobuf" },
];

/**
 * Serves `/metrics` and `/metrics/slis`: as OpenMetrics or protobuf to scrapers that prefer one of
 * them, otherwise as text. DELETE resets the counts.
 */
export function metricsPaths(served: { readonly metrics: Metrics; readonly slis: Metrics }, clock: Clock): PathHandler {
  const startedSeconds = Math.floor(clock.now() / 1000);
  return async ({ info, request }) => {
    const metrics = metricsAt(served, info.path);
    if (metrics === undefined) return undefined;
    if (info.method === "DELETE") {
      metrics.reset();
      return resetResponse;
    }
    const { contentType, body } = await metrics.expose(formatOf(request));
    return {
      status: 200,
      headers: ["Content-Type", contentType, "Process-Start-Time-Unix", String(startedSeconds)],
      body,
    };
  };
}

const resetResponse: HttpResponse = {
  status: 200,
  headers: ["Content-Type", "text/plain; charset=utf-8"],
  body: Buffer.from("metrics reset\n"),
};

function metricsAt(
  { metrics, slis }: { readonly metrics: Metrics; readonly slis: Metrics },
  path: string,
): Metrics | undefined {
  if (path === "/metrics") return metrics;
  return path === "/metrics/slis" ? slis : undefined;
}

function formatOf(request: RequestContent): ExpositionFormat {
  return negotiate(request.header("accept"), offers, isWritten)?.offer.format ?? "text";
}

/** Protobuf is supported for one message type in one framing; scrapers name both. */
function isWritten(
  { parameters: { proto, encoding } }: AcceptClause,
  { format }: { readonly format: ExpositionFormat },
): boolean {
  return format !== "protobuf" || (proto === "io.prometheus.client.MetricFamily" && encoding === "delimited");
}
