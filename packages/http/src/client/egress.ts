import { aFunction, aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { EgressDeniedError, type EgressRules } from "./egress-filter.ts";
import { createHttpClient, createSharedClientState, type HttpClient, type HttpClientOptions } from "./http-client.ts";
import type { ProxyServer } from "./proxy-server.ts";

/** The policy for connections to a kind of destination: allowed addresses and the proxy. */
export interface EgressPolicy extends EgressRules {
  /** @default connections are direct */
  readonly proxy?: ProxyServer;
}

/** The target of requests, its purpose, and the credentials of both ends. */
export interface Destination extends Omit<HttpClientOptions, "egress" | "proxy" | "onConnect"> {
  /** Chooses the policy, and labels metrics: `webhook`, `proxy`, `node`, … */
  readonly purpose: string;
}

/** The outcome of an attempt to open a connection. */
export interface ConnectionAttempt {
  readonly purpose: string;
  /** `denied`: by the policy, before anything was sent. */
  readonly result: "opened" | "denied" | "failed";
}

/** The common options of a server's outgoing connections. */
export interface EgressOptions {
  /** @default every address may be reached, directly */
  readonly policy?: (to: Destination) => EgressPolicy;
  /** Called for each attempt to open a connection. @default nothing is called */
  readonly observe?: (attempt: ConnectionAttempt) => void;
  /**
   * The number of destinations with idle connections. Above it, connections of the least recently
   * used one are closed after their requests. @default 256
   */
  readonly maxDestinations?: number;
}

/** A client whose connections are shared, and closed by the egress that created it. */
export type SharedHttpClient = Omit<HttpClient, "close" | typeof Symbol.dispose>;

/**
 * Opens every connection that a server makes for its clients and its operator: to webhooks,
 * extension servers, nodes, pods, token issuers. Policies decide what may be reached; connections
 * are shared by requests to equal destinations.
 */
export interface Egress extends Disposable {
  /**
   * A client for requests to a destination. Ask for it before each request, since the clients of
   * destinations that are not in use are closed.
   */
  client(to: Destination): SharedHttpClient;
  /** For connections that are not shared: upgrades, and clients of their own. */
  connectOptions(to: Destination): HttpClientOptions;
}

const egressOptions = optionsOf<EgressOptions>({
  policy: optional(aFunction),
  observe: optional(aFunction),
  maxDestinations: optional(aNonNegativeNumber),
});

/** Creates an egress; it opens no connection yet. @throws {TypeError} for a wrong argument */
export function createEgress(options: EgressOptions = {}): Egress {
  checkArgument("createEgress: options", options, egressOptions);
  const { policy = (): EgressPolicy => ({}), observe, maxDestinations = 256 } = options;
  const clients = new Map<string, HttpClient>();
  const shared = createSharedClientState();
  // Authorities and keys are long: a destination that is used again is not written out again.
  const keys = new WeakMap<Destination, string>();

  const keyOf = (to: Destination): string => {
    let key = keys.get(to);
    if (key === undefined) {
      key = JSON.stringify(Object.entries(to).sort(([a], [b]) => (a < b ? -1 : 1)));
      keys.set(to, key);
    }
    return key;
  };
  const connectOptions = (to: Destination): HttpClientOptions => {
    const { purpose, ...own } = to;
    const { proxy, ...egress } = policy(to);
    return {
      ...own,
      egress,
      ...(proxy === undefined ? {} : { proxy }),
      ...(observe === undefined ? {} : { onConnect: (error) => observe({ purpose, result: resultOf(error) }) }),
    };
  };
  const close = (): void => {
    for (const client of clients.values()) client.close();
    clients.clear();
  };
  return {
    client: (to) => {
      const key = keyOf(to);
      const client = clients.get(key) ?? createHttpClient(connectOptions(to), shared);
      // The most recently used one is last.
      clients.delete(key);
      clients.set(key, client);
      for (const [old, unused] of clients) {
        if (clients.size <= maxDestinations) break;
        clients.delete(old);
        unused.close();
      }
      return client;
    },
    connectOptions,
    [Symbol.dispose]: close,
  };
}

function resultOf(error: Error | undefined): ConnectionAttempt["result"] {
  if (error === undefined) return "opened";
  return error instanceof EgressDeniedError ? "denied" : "failed";
}
