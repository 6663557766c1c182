import type { Dialect } from "@svc/meta";

/** Headers of the requests that this server makes to extension servers for itself. */
export function aggregatorHeaders({ expand }: Dialect): Readonly<Record<string, string>> {
  return { "x-remote-user": expand("system:{system}-aggregator"), "x-remote-group": "system:masters" };
}

/** Headers of this server's requests for OpenAPI documents of extension servers. */
export const openApiHeaders: Readonly<Record<string, string>> = {
  "x-remote-user": "system:aggregator",
  "x-remote-group": "system:masters",
};
