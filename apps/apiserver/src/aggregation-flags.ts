import { boolean, type Shape } from "./flag-shapes.ts";

/** How extension servers are reached. */
export interface AggregationFlags {
  readonly proxyClientCertFile?: string;
  readonly proxyClientKeyFile?: string;
  readonly enableAggregatorRouting: boolean;
}

/** Adds the flags about extension servers. */
export function addAggregationFlags(add: (flags: string, description: string, shape?: Shape) => void): void {
  add("--proxy-client-cert-file <path>", "certificate by which extension servers know this server, PEM");
  add("--proxy-client-key-file <path>", "its key, PEM");
  add(
    "--enable-aggregator-routing [bool]",
    "whether requests for extension servers go to the endpoints of their service, not to its own address",
    boolean(false),
  );
}
