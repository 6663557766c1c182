import { type AdmissionRequest, forbidden } from "@svc/admission";
import { quote } from "@svc/base";
import type { ApiObject, Dialect, StatusError } from "@svc/meta";

/** Reads objects of the server, from its caches where possible. */
export interface ObjectSource {
  /** @param namespace empty for cluster-scoped objects */
  get(
    resource: "nodes" | "pods" | "persistentvolumeclaims" | "persistentvolumes" | "csidrivers",
    namespace: string,
    name: string,
  ): ApiObject | undefined | Promise<ApiObject | undefined>;
}

/** A request of a node. */
export interface NodeRequest {
  readonly node: string;
  readonly request: AdmissionRequest;
  readonly dialect: Dialect;
  readonly objects: ObjectSource;
}

export type Check = (nodeRequest: NodeRequest) => void | Promise<void>;

/** The error for a request that a node may not make. */
export function refusedToNode({ request }: NodeRequest, why: string): StatusError {
  return forbidden(request, why);
}

export function unexpectedOperation({ request }: NodeRequest): StatusError {
  return forbidden(request, `unexpected operation ${quote(request.operation)}`);
}
