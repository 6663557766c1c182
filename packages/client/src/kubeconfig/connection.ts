import { aBoolean, aString, type Expected, optional, optionsOf, withMethods } from "@svc/base/check";
import { type Credentials, someCredentials } from "../transport/credentials.ts";
import type { Endpoint } from "../transport/endpoint.ts";

/** Endpoint of a server, with credentials and a default namespace. */
export interface Connection {
  readonly endpoint: Endpoint;
  readonly credentials: Credentials;
  /** Default namespace for namespaced resources. */
  readonly namespace: string;
}

/** Expects a connection as an argument. */
export const aConnection: Expected<Connection> = optionsOf<Connection>({
  endpoint: optionsOf<Endpoint>({
    server: withMethods("a URL", "toJSON"),
    certificateAuthority: optional(aString),
    tlsServerName: optional(aString),
    insecureSkipTlsVerify: optional(aBoolean),
    proxy: optional(withMethods("a URL", "toJSON")),
  }),
  credentials: someCredentials,
  namespace: aString,
});
