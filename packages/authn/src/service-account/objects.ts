import type { ApiObject } from "@svc/meta";

/** Where tokens find the objects that they are bound to. Where it answers from memory, so do they. */
export interface BoundObjects {
  /** @param namespace empty for nodes */
  get(
    resource: "serviceaccounts" | "pods" | "nodes" | "secrets",
    namespace: string,
    name: string,
  ): ApiObject | undefined | Promise<ApiObject | undefined>;
}
