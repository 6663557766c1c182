import type { ApiObject } from "@svc/meta";

type Read = (
  resource: "serviceaccounts" | "pods" | "nodes" | "secrets",
  namespace: string,
  name: string,
) => ApiObject | undefined | Promise<ApiObject | undefined>;

/**
 * Where tokens find the objects that they are bound to. Where it answers from memory, so do they.
 */
export interface BoundObjects {
  /** @param namespace empty for nodes */
  readonly get: Read;
}

/** What authenticators look at in the objects of a cluster. */
export interface ClusterObjects extends BoundObjects {
  /**
   * The same, at no cost to the store: for what strangers can make a server look for. It may be a
   * moment behind.
   */
  readonly getCached: Read;
  /** Notes that the token of a secret was used. It returns at once, whatever comes of it. */
  readonly recordUse: (secret: ApiObject) => void;
}
