/** The path at which a stand-in for etcd says that it is one. */
export const standInPath = "/stand-in";

/** What a stand-in for etcd says of itself. */
export interface StandIn {
  /** Where the API server keeps its objects. */
  readonly dataDir: string;
  /** True if commits need not survive a crash of the machine. */
  readonly unsafeNoFsync: boolean;
}
