import type { AggregationOptions } from "@svc/aggregation";
import type { Clock, Log } from "@svc/base";
import { StartupError } from "@svc/program";
import type { AggregationFlags } from "./aggregation-flags.ts";
import { loadPair } from "./files/watched-pair.ts";

/** The options of aggregation, as the flags say. */
export interface LoadedAggregation {
  readonly options: Pick<AggregationOptions, "clientCertificate" | "routeToEndpoints">;
  stop(): void;
}

/** Loads the certificate that the flags name. @throws {StartupError} */
export async function loadAggregation(
  flags: AggregationFlags,
  environment: { readonly clock: Clock; readonly log: Log },
): Promise<LoadedAggregation> {
  const { proxyClientCertFile: certificate, proxyClientKeyFile: key } = flags;
  const routing = { routeToEndpoints: flags.enableAggregatorRouting };
  if (certificate === undefined && key === undefined) return { options: routing, stop: () => undefined };
  if (certificate === undefined || key === undefined)
    throw new StartupError("--proxy-client-cert-file and --proxy-client-key-file are given together or not at all");
  const files = {
    certificate: { flag: "--proxy-client-cert-file", path: certificate },
    key: { flag: "--proxy-client-key-file", path: key },
  };
  const pair = await loadPair({ files, ...environment });
  return { options: { ...routing, clientCertificate: pair.current }, stop: pair.stop };
}
