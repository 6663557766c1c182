export type { EtcdUser, TracedCalls } from "./cluster.ts";
export type { EtcdTls } from "./connection.ts";
export { type EtcdStorage, type EtcdStorageOptions, openEtcdStorage } from "./etcd-storage.ts";
