import { type AddFlag, boolean } from "@svc/program";

/** Flags of the connections to extension servers. */
export interface AggregationFlags {
  readonly proxyClientCertFile?: string;
  readonly proxyClientKeyFile?: string;
  readonly enableAggregatorRouting: boolean;
}

/** Adds the flags about extension servers. */
export function addAggregationFlags(add: AddFlag): void {
  add("--proxy-client-cert-file <path>", "PEM file with the client certificate for extension servers");
  add("--proxy-client-key-file <path>", "PEM file with the key of the client certificate for extension servers");
  add(
    "--enable-aggregator-routing [bool]",
    "send requests to the endpoints of an extension server's service instead of its cluster IP",
    boolean(false),
  );
}
