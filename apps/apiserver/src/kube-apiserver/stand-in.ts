/** The path at which a stand-in for etcd identifies itself. */
export const standInPath = "/stand-in";

/** The description that a stand-in for etcd serves. */
export interface StandIn {
  /** The directory where the API server stores objects. */
  readonly dataDir: string;
  /** True if commits need not survive a crash of the machine. */
  readonly unsafeNoFsync: boolean;
}
