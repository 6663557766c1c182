export { type Client, type ClientOptions, createClient } from "./client.ts";
export { type Cluster, loadKubeconfig, parseKubeconfig } from "./kubeconfig.ts";
export type {
  DeleteOptions,
  List,
  ListOptions,
  PatchType,
  ResourceClient,
  WatchEvent,
  WriteOptions,
} from "./resource-client.ts";
export { type ClusterTransport, createTransport, type Fetch } from "./transport.ts";
