import type { Credentials } from "../credentials/credentials.ts";
import type { Endpoint } from "../transport/endpoint.ts";

/** Everything that is needed to reach a server as somebody. */
export interface Connection {
  readonly endpoint: Endpoint;
  readonly credentials: Credentials;
  /** Where namespaced things are meant when nobody says otherwise. */
  readonly namespace: string;
}
