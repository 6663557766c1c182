import { trimEndOf } from "@svc/base";
import {
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { type ClientResponse, createHttpClient, type Egress, type HttpClient } from "@svc/http/client";
import {
  anonymousCredentials,
  type ClientCertificate,
  type Credential,
  type Credentials,
  someCredentials,
} from "./credentials.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ConnectedTransport, TransportRequest, TransportResponse } from "./transport.ts";

/** Options of an HTTP transport. */
export interface HttpTransportOptions {
  readonly endpoint: Endpoint;
  /** Credentials of the requests. @default none: requests are anonymous */
  readonly credentials?: Credentials;
  /** Maximum number of connections. Further requests wait. HTTP/2 needs only one. @default 1000 */
  readonly maxConnections?: number;
  /** Opens the connections. @default they are direct, to any address */
  readonly egress?: Egress;
  /** Chooses the policy of `egress`. @default "client" */
  readonly purpose?: string;
}

const httpTransportOptions = optionsOf<HttpTransportOptions>({
  endpoint: anObject,
  credentials: optional(someCredentials),
  maxConnections: optional(aNonNegativeNumber),
  egress: optional(withMethods("an Egress of @svc/http", "client", "connectOptions")),
  purpose: optional(aString),
});

/**
 * Creates a transport over persistent connections, with HTTP/2 if the server supports it. A new
 * client certificate gets new connections; the old ones close after their responses. After a 401
 * response, a request is retried once if a newer credential exists.
 * @throws {TypeError} for a wrong argument
 */
export function createHttpTransport(options: HttpTransportOptions): ConnectedTransport {
  checkArgument("createHttpTransport: options", options, httpTransportOptions);
  const { endpoint, credentials = anonymousCredentials } = options;
  const root = trimEndOf(endpoint.server.pathname, "/");
  let client: HttpClient | undefined;
  let shown: ClientCertificate | undefined;

  const clientFor = (certificate: ClientCertificate | undefined): HttpClient => {
    if (client !== undefined && sameCertificate(shown, certificate)) return client;
    client?.close();
    shown = certificate;
    client = clientOf(options, certificate);
    return client;
  };
  const once = (request: TransportRequest, { headers, certificate }: Credential): Promise<TransportResponse> => {
    const path = root + request.path || "/";
    const sent = { ...request, url: endpoint.server, path, headers: { ...headers, ...request.headers } };
    return clientFor(certificate).fetch(sent);
  };
  const close = (): void => {
    client?.close();
    client = undefined;
  };

  return {
    fetch: async (request) => {
      const credential = await credentials.current();
      const response = await once(request, credential);
      if (response.status !== 401 || !credentials.rejected(credential)) return response;
      await discard(response);
      const newer = await credentials.current();
      const again = await once(request, newer);
      if (again.status === 401) credentials.rejected(newer);
      return again;
    },
    close,
    [Symbol.dispose]: close,
  };
}

/** A watch is silent while nothing changes, so only the caller limits the time of a response. */
function clientOf(
  { endpoint, egress, purpose = "client", maxConnections = 1000 }: HttpTransportOptions,
  certificate: ClientCertificate | undefined,
): HttpClient {
  const { certificateAuthority, tlsServerName, insecureSkipTlsVerify = false, proxy } = endpoint;
  const own = {
    maxConnections,
    headersTimeoutMs: 0,
    bodyTimeoutMs: 0,
    tls: {
      insecureSkipVerify: insecureSkipTlsVerify,
      ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
      ...(tlsServerName === undefined ? {} : { serverName: tlsServerName }),
      ...certificate,
    },
  };
  return createHttpClient({
    ...(egress === undefined ? own : egress.connectOptions({ ...own, purpose })),
    ...(proxy === undefined ? {} : { proxy }),
  });
}

function sameCertificate(a: ClientCertificate | undefined, b: ClientCertificate | undefined): boolean {
  return a?.certificate === b?.certificate && a?.key === b?.key;
}

async function discard(response: Pick<ClientResponse, "body">): Promise<void> {
  for await (const _chunk of response.body) break;
}
