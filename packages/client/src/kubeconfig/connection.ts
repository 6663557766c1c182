import type { Credentials } from "../transport/credentials.ts";
import type { Endpoint } from "../transport/endpoint.ts";

/** Endpoint of a server, with credentials and a default namespace. */
export interface Connection {
  readonly endpoint: Endpoint;
  readonly credentials: Credentials;
  /** Default namespace for namespaced resources. */
  readonly namespace: string;
}
