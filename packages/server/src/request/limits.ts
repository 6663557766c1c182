/** Bounds of one request. */
export interface ServerLimits {
  /** Of a request. @default 3 MiB */
  readonly maxBodyBytes: number;
  /**
   * Of the bodies of all requests that are being read or worked on; past it requests with bodies
   * get 429.
   * @default 128 MiB
   */
  readonly maxTotalBodyBytes: number;
  /**
   * Of the bodies of one user, or of one address where the user is not known.
   * @default a quarter of the total
   */
  readonly maxUserBodyBytes?: number;
  /** Pending bytes of one watcher. @default 16 MiB */
  readonly maxWatchBytes: number;
  /**
   * How long a watch lives when the client does not say: at least so long, at most twice.
   * @default 1800 s
   */
  readonly minWatchSeconds: number;
  /**
   * How long a request may take that is neither a watch nor a connection; past it the response is
   * 504. The query may ask for less.
   * @default 60 s
   */
  readonly requestTimeoutMs: number;
}

/** The default limits of a server. */
export const defaultLimits: ServerLimits = {
  maxBodyBytes: 3 * 1024 * 1024,
  maxTotalBodyBytes: 128 * 1024 * 1024,
  maxWatchBytes: 16 * 1024 * 1024,
  minWatchSeconds: 1800,
  requestTimeoutMs: 60_000,
};
