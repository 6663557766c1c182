import type { ApiObject } from "@svc/meta";

type Read = (
  resource: "serviceaccounts" | "pods" | "nodes" | "secrets",
  namespace: string,
  name: string,
) => ApiObject | undefined | Promise<ApiObject | undefined>;

/** Reads the objects that tokens are bound to; synchronous if they are in memory. */
export interface BoundObjects {
  /** @param namespace empty for nodes */
  readonly get: Read;
}

/** Reads of authenticators in the cluster. */
export interface ClusterObjects extends BoundObjects {
  /**
   * Like `get`, from memory only: for lookups that unauthenticated clients can cause. It may be
   * slightly behind.
   */
  readonly getCached: Read;
  /** Records in the background that a secret's token was used. */
  readonly recordUse: (secret: ApiObject) => void;
}
