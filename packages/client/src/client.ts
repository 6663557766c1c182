import type { ApiObject } from "@svc/meta";
import type { Cluster } from "./kubeconfig.ts";
import { createResourceClient, type ResourceClient } from "./resource-client.ts";
import { createTransport, type Fetch } from "./transport.ts";

export interface ClientOptions {
  /** Where the server is; or how to reach it. */
  readonly connect: Cluster | Fetch;
}

export interface Client {
  /**
   * The objects of a resource.
   * @param apiVersion `v1`, `apps/v1`
   * @param resource the plural: `configmaps`
   * @param namespace none for what has none, and for all namespaces
   */
  resource<T = ApiObject>(apiVersion: string, resource: string, namespace?: string): ResourceClient<T>;
  /** Any other path of the server. */
  readonly fetch: Fetch;
  close(): void;
}

export function createClient({ connect }: ClientOptions): Client {
  const transport =
    typeof connect === "function" ? { fetch: connect, close: () => undefined } : createTransport(connect);
  return {
    fetch: transport.fetch,
    close: transport.close,
    resource: (apiVersion, resource, namespace) => {
      const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
      const within = namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
      return createResourceClient(transport.fetch, `${root}${within}/${resource}`);
    },
  };
}
