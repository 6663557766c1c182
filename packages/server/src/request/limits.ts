/** Bounds of requests, responses and watches, each and together. */
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
  /**
   * Of large responses that clients have not read yet; past it requests for more get 429. What
   * several responses share counts once.
   * @default 1 GiB
   */
  readonly maxTotalResponseBytes: number;
  /**
   * Of large responses to one user, who may always have one.
   * @default a quarter of the total
   */
  readonly maxUserResponseBytes?: number;
  /** Pending bytes of one watcher; past it the watcher is broken off. @default 16 MiB */
  readonly maxWatchBytes: number;
  /**
   * Pending bytes of all watchers that lag; past it the slowest are broken off. What waits
   * for several watchers counts once.
   * @default 512 MiB
   */
  readonly maxTotalWatchBytes: number;
  /** Pending bytes of the watchers of one user. @default a quarter of the total */
  readonly maxUserWatchBytes?: number;
  /** How long a watcher may read nothing of what waits for it. @default 60 s */
  readonly watchStallMs: number;
  /** Open watches and connections; past it further ones get 429. @default 100,000 */
  readonly maxLongRunning: number;
  /** Open watches and connections of one user. @default a quarter of all */
  readonly maxUserLongRunning?: number;
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
  /** How long after the start `livez` does not count steps that are not finished. @default 0 */
  readonly livezGraceMs?: number;
}

/** The default limits of a server. */
export const defaultLimits: ServerLimits = {
  maxBodyBytes: 3 * 1024 * 1024,
  maxTotalBodyBytes: 128 * 1024 * 1024,
  maxTotalResponseBytes: 1024 * 1024 * 1024,
  maxWatchBytes: 16 * 1024 * 1024,
  maxTotalWatchBytes: 512 * 1024 * 1024,
  watchStallMs: 60_000,
  maxLongRunning: 100_000,
  minWatchSeconds: 1800,
  requestTimeoutMs: 60_000,
};
