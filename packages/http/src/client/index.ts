export type { ClientTlsOptions, ConnectOptions } from "./connect.ts";
export { connectionError } from "./connection-error.ts";
export { ConnectionLostError } from "./connection-lost-error.ts";
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
export type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange.ts";
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
  type ClientRequest,
  type ClientResponse,
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
} from "./http-client.ts";
export type { ProxyServer } from "./proxy-server.ts";
export type { UpgradeRequest, UpgradeResult } from "./upgrade.ts";
