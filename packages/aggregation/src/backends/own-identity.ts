import type { Dialect } from "@svc/meta";

/** The headers by which this server asks extension servers about themselves. */
export function aggregatorHeaders({ expand }: Dialect): Readonly<Record<string, string>> {
  return { "x-remote-user": expand("system:{system}-aggregator"), "x-remote-group": "system:masters" };
}

/** The headers by which this server asks extension servers for OpenAPI documents. */
export const openApiHeaders: Readonly<Record<string, string>> = {
  "x-remote-user": "system:aggregator",
  "x-remote-group": "system:masters",
};
