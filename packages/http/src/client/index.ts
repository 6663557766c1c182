export type { ConnectOptions } from "./connect.ts";
export { connectionError, type OfferError, offerError, proxyError } from "./connection-error.ts";
export {
  type ConnectionAttempt,
  createEgress,
  type Destination,
  type Egress,
  type EgressOptions,
  type EgressPolicy,
  type SharedHttpClient,
} from "./egress.ts";
export {
  checkSubnets,
  EgressDeniedError,
  type EgressRules,
  metadataSubnets,
  nonGlobalSubnets,
} from "./egress-filter.ts";
export { ConnectionLostError } from "./exchange/connection-lost-error.ts";
export type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange/exchange.ts";
export type { ClientRequest, ClientResponse } from "./fetch.ts";
export {
  type FetchWholeOptions,
  fetchWhole,
  ResponseTimeoutError,
  ResponseTooLargeError,
  readWhole,
  type WholeResponse,
} from "./fetch-whole.ts";
export { hostOf } from "./host.ts";
export {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type SharedClientState,
} from "./http-client.ts";
export type { ProxyServer } from "./proxy-server.ts";
export { isRedirectStatus } from "./redirect-status.ts";
export type { ClientTlsOptions } from "./tls-options.ts";
export type { RefusedUpgrade, UpgradeRequest, UpgradeResult } from "./upgrade.ts";
