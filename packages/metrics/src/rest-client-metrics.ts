import { checkArgument, withMethods } from "@svc/base/check";
import type { Metrics } from "./metrics.ts";

/** A finished request to another server, or an internal one to this server. */
export interface ClientCall {
  readonly method: string;
  /** Host and port. */
  readonly host: string;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly ms: number;
  readonly requestBytes: number;
  /** Undefined if the response is streamed. */
  readonly responseBytes?: number;
}

const seconds: readonly number[] = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const bytes: readonly number[] = [64, 256, 512, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216];

const expectedMetrics = withMethods("Metrics of @svc/metrics", "counter", "gauge", "histogram", "collected");

/**
 * Counts the requests that this process makes as a client, under the names that dashboards of
 * control planes use.
 * @throws {TypeError} for a wrong argument
 */
export function restClientMetrics(metrics: Metrics): (call: ClientCall) => void {
  checkArgument("restClientMetrics: metrics", metrics, expectedMetrics);
  return metrics.once(createObserver);
}

function createObserver(metrics: Metrics): (call: ClientCall) => void {
  const requests = metrics.counter({
    name: "rest_client_requests_total",
    help: "Requests that this process made as a client; the code is <error> without a response.",
    labels: ["code", "host", "method"],
    stability: "ALPHA",
  });
  const histogram = (name: string, help: string, buckets: readonly number[]) =>
    metrics.histogram({
      name: `rest_client_${name}`,
      help,
      labels: ["host", "verb"],
      stability: "ALPHA",
      buckets,
    });
  const durations = histogram("request_duration_seconds", "Duration of requests that this process made.", seconds);
  const sent = histogram("request_size_bytes", "Size of the bodies of requests that this process made.", bytes);
  const received = histogram("response_size_bytes", "Size of the responses to requests of this process.", bytes);
  return ({ method, host, status, ms, requestBytes, responseBytes }) => {
    requests(status === undefined ? "<error>" : String(status), host, method).add();
    durations(host, method).observe(ms / 1000);
    sent(host, method).observe(requestBytes);
    if (responseBytes !== undefined) received(host, method).observe(responseBytes);
  };
}
