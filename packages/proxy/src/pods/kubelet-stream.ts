import type { Destination, Egress } from "@svc/http/client";
import type { Target } from "../targets/target.ts";

/** The connection to a kubelet that a request needs. */
export interface KubeletStream {
  readonly egress: Egress;
  readonly destination: Destination;
  readonly target: Target;
  readonly url: URL;
  /** With the query. */
  readonly path: string;
}
