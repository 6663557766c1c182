import type { SharedHttpClient } from "@svc/http/client";
import type { Target } from "../targets/target.ts";

/** The connection to a kubelet that a request needs. */
export interface KubeletStream {
  readonly client: SharedHttpClient;
  readonly target: Target;
  readonly url: URL;
  /** With the query. */
  readonly path: string;
}
