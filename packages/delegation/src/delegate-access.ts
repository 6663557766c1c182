import {
  type Authenticator,
  bearerAuthenticator,
  unionAuthenticator,
  webhookVerifier,
  withAnonymous,
  withAuthenticatedGroup,
} from "@svc/authn";
import {
  type Authorizer,
  createWebhookAuthorizer,
  privilegedGroup,
  type SendReview,
  unionAuthorizer,
} from "@svc/authz";
import { type Clock, type Log, silentLog, systemClock } from "@svc/base";
import { aClock, aLog, anObject, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { type Connection, createClient, createHttpTransport, startInformer, type Transport } from "@svc/client";
import { delegatingListener, type Listener, type ListenOptions, type TlsOptions } from "@svc/http";
import { readWhole } from "@svc/http/client";
import { type ApiObject, aDialect, type Dialect, svcDialect } from "@svc/meta";
import { allowedPaths } from "./allowed-paths.ts";
import { type PublishedAuthentication, publishedAuthentication } from "./published-authentication.ts";

/** Options of `delegateAccess`. */
export interface DelegationOptions {
  /** A connection to the server that authenticates users and authorizes requests. */
  readonly connection: Connection;
  /** @default svcDialect */
  readonly dialect?: Dialect;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default silentLog */
  readonly log?: Log;
  /** Required audiences of tokens. @default those of the delegating server */
  readonly audiences?: readonly string[];
  /** Paths that everyone may read, below them too. @default /healthz, /livez and /readyz */
  readonly openPaths?: readonly string[];
}

/** Authentication and authorization by another server. */
export interface DelegatedAccess {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** Opens a port that requests client certificates of the published authorities. */
  listen(server: Pick<ListeningServer, "listen">, options: DelegatedListenOptions): Promise<Listener>;
  /** Stops following the published authentication, and closes the connections. */
  close(): void;
}

interface ListeningServer {
  listen(options: ListenOptions): Promise<Listener>;
}

/** A port with TLS; the client authorities are the published ones. */
export type DelegatedListenOptions = Omit<ListenOptions, "tls"> & { readonly tls: Omit<TlsOptions, "clientCa"> };

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>;
}

const mapName = "extension-apiserver-authentication";
const openByDefault = ["/healthz", "/livez", "/readyz"];

const delegationOptions = optionsOf<DelegationOptions>({
  connection: anObject,
  dialect: optional(aDialect),
  clock: optional(aClock),
  log: optional(aLog),
  audiences: optional(listOf(aString)),
  openPaths: optional(listOf(aString)),
});

/**
 * Delegates access to the server in front of an extension server. Front proxies and client
 * certificates are believed as that server publishes it; it reviews tokens, and authorizes each
 * request. The connection needs the roles `system:auth-delegator` and
 * `extension-apiserver-authentication-reader`.
 *
 * Resolves when the published authorities are known.
 * @throws {TypeError} for a wrong argument
 */
export async function delegateAccess(options: DelegationOptions): Promise<DelegatedAccess> {
  checkArgument("delegateAccess: options", options, delegationOptions);
  const { dialect = svcDialect, clock = systemClock, log = silentLog, audiences = [], connection } = options;
  const { endpoint, credentials } = connection;
  const transport = createHttpTransport({ endpoint, credentials });
  const stopped = new AbortController();
  const environment = { dialect, clock, log };
  let published: PublishedAuthentication = publishedAuthentication({}, environment);
  const listeners = new Map<Listener, TlsOptions>();
  const client = createClient({ transport, dialect, clock, log });
  const informer = startInformer<ConfigMap>({
    resource: client.resource<ConfigMap>({
      group: "",
      version: "v1",
      resource: "configmaps",
      namespace: dialect.namespaces.system,
    }),
    fieldSelector: `metadata.name=${mapName}`,
    dialect,
    clock,
    log,
    signal: stopped.signal,
  });
  const publish = (data: Readonly<Record<string, string>>): void => {
    published = publishedAuthentication(data, environment);
    for (const [listener, tls] of listeners) listener.renew(withClientCa(tls, published));
  };
  // After the map is deleted, its last content still applies.
  informer.subscribe({ set: ({ data = {} }) => publish(data) });
  const tokens = webhookVerifier({
    dialect,
    clock,
    send: reviewSender(transport, dialect.expand("/apis/authentication.{api}/v1/tokenreviews")),
    version: "v1",
    cacheTtlMs: 10_000,
    apiAudiences: audiences,
  });
  const certificates: Authenticator = { authenticate: (request) => published.authenticator.authenticate(request) };
  const bearer = bearerAuthenticator(tokens, { audiences, websocket: dialect });
  const send = reviewSender(transport, dialect.expand("/apis/authorization.{api}/v1/subjectaccessreviews"));
  const webhook = createWebhookAuthorizer({ dialect, clock, send, authorizedTtlMs: 10_000, unauthorizedTtlMs: 10_000 });
  await informer.synced;
  return {
    authenticator: withAnonymous(withAuthenticatedGroup(unionAuthenticator([certificates, bearer]))),
    authorizer: unionAuthorizer([allowedPaths(options.openPaths ?? openByDefault), privilegedGroup(), webhook]),
    listen: async (server, { tls, ...more }) => {
      const listener = await server.listen({ ...more, tls: withClientCa(tls, published) });
      listeners.set(listener, tls);
      return delegatingListener(listener, {
        renew: (next) => {
          listeners.set(listener, next);
          listener.renew(withClientCa(next, published));
        },
        close: (graceMs) => {
          listeners.delete(listener);
          return listener.close(graceMs);
        },
      });
    },
    close: () => {
      stopped.abort();
      transport.close();
    },
  };
}

function withClientCa(tls: TlsOptions, { clientCa }: PublishedAuthentication): TlsOptions {
  return clientCa === "" ? tls : { ...tls, clientCa };
}

/** Reviews are small; longer responses are errors. */
const maxReviewBytes = 1024 * 1024;

/** Posts reviews to their collection. */
function reviewSender(transport: Transport, path: string): SendReview {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return async (body, signal) => {
    const response = await transport.fetch({ method: "POST", path, headers, body, signal });
    return { status: response.status, body: (await readWhole(response, maxReviewBytes)).toString("utf8") };
  };
}
