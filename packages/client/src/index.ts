export { type BootstrapToken, detachedSignature, verifiesDetached } from "./bootstrap/detached-signature.ts";
export { type DiscoverOptions, DiscoveryError, discoverCluster } from "./bootstrap/discover-cluster.ts";
export { type Client, type ClientOptions, createClient, type ResourceOptions } from "./client/client.ts";
export type { Discovery, ServedResource, ServedResources } from "./client/discovery.ts";
export type {
  AnyObject,
  Bookmark,
  Draft,
  JsonPatchOperation,
  ObjectList,
  Patch,
  Stored,
  WatchEvent,
} from "./client/objects.ts";
export type {
  AllOptions,
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  RequestOptions,
  Selection,
  WatchOptions,
  WriteOptions,
} from "./client/options.ts";
export type { ResourceName } from "./client/paths.ts";
export type { ClientRequest, Requester } from "./client/requester.ts";
export type { ResourceClient } from "./client/resource-client.ts";
export type { Scale, Subresource } from "./client/subresource.ts";
export type { Accessors, TypeEntry } from "./client/types-map.ts";
export { type ExecOptions, ExecPluginError, execCredentials } from "./credentials/exec.ts";
export type { ExecCluster, ExecConfig, InteractiveMode } from "./credentials/exec-config.ts";
export { type Impersonation, impersonationHeaders } from "./credentials/impersonation.ts";
export { type Command, type CommandResult, createRunCommand, type RunCommand } from "./credentials/run-command.ts";
export { type TokenFileOptions, tokenFileCredentials } from "./credentials/token-file.ts";
export type { CachedObject } from "./informer/cached-object.ts";
export { type Informer, type InformerHandler, startInformer } from "./informer/informer.ts";
export { type InformerOptions, type ReflectorTarget, reflect } from "./informer/reflector.ts";
export { type ConnectOptions, connectionOf } from "./kubeconfig/connect.ts";
export type { Connection } from "./kubeconfig/connection.ts";
export { type CredentialsByHost, credentialsByHost } from "./kubeconfig/credentials-by-host.ts";
export { type InClusterOptions, inClusterConnection } from "./kubeconfig/in-cluster.ts";
export { type Kubeconfig, mergeKubeconfigs, parseKubeconfig } from "./kubeconfig/kubeconfig.ts";
export { KubeconfigError } from "./kubeconfig/kubeconfig-error.ts";
export { type LoadOptions, loadKubeconfig } from "./kubeconfig/load-kubeconfig.ts";
export type { Lease } from "./leader/lease.ts";
export { type LeaderOptions, LeadershipLostError, runAsLeader } from "./leader/run-as-leader.ts";
export type { LeaderTimings } from "./leader/timings.ts";
export { type ServiceAccountOptions, serviceAccountCredentials } from "./service-account/service-account.ts";
export {
  anonymousCredentials,
  bearer,
  type ClientCertificate,
  type Credential,
  type Credentials,
  fixedCredentials,
  mergeCredentials,
} from "./transport/credentials.ts";
export type { Endpoint } from "./transport/endpoint.ts";
export { createFetchTransport, type FetchFunction, type FetchTransportOptions } from "./transport/fetch-transport.ts";
export { createHttpTransport, type HttpTransportOptions } from "./transport/http-transport.ts";
export type {
  ConnectedTransport,
  RequestHeaders,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./transport/transport.ts";
