import type { Clock } from "@svc/base";
import type { Transport, TransportRequest } from "@svc/client";
import type { ClientCall } from "@svc/metrics";

interface MeasuredTransportOptions {
  /** Host and port that the requests go to. */
  readonly host: () => string;
  readonly clock: Clock;
  readonly observe: (call: ClientCall) => void;
}

/** Measures each request until its response begins. */
export function measuredTransport(transport: Transport, { host, clock, observe }: MeasuredTransportOptions): Transport {
  const measure = (request: TransportRequest, startMs: number, status: number | undefined): void =>
    observe({
      method: request.method,
      host: host(),
      status,
      ms: clock.monotonic() - startMs,
      requestBytes: Buffer.byteLength(request.body ?? ""),
    });
  return {
    fetch: async (request) => {
      const startMs = clock.monotonic();
      try {
        const response = await transport.fetch(request);
        measure(request, startMs, response.status);
        return response;
      } catch (error) {
        measure(request, startMs, undefined);
        throw error;
      }
    },
  };
}
