/** Bounds of requests, responses and watches, each and together. */
export interface ServerLimits {
  /** The maximum size of a request body. @default 3 MiB */
  readonly maxBodyBytes: number;
  /**
   * The maximum size of all request bodies in memory; further requests with bodies get 429.
   * @default 128 MiB
   */
  readonly maxTotalBodyBytes: number;
  /**
   * The same for one user, or for one address if the user is not known.
   * @default a quarter of the total
   */
  readonly maxUserBodyBytes?: number;
  /**
   * The maximum memory, as estimated, of all bodies over 16 KiB while they are decoded and handled;
   * further requests wait. At least one body is always handled.
   * @default 256 MiB
   */
  readonly maxTotalDecodedBytes: number;
  /**
   * The same for one user, or for one address if the user is not known.
   * @default a quarter of the total
   */
  readonly maxUserDecodedBytes?: number;
  /**
   * The maximum size of large responses that clients have not read yet; further requests for large
   * responses get 429. Memory that responses share counts once.
   * @default 1 GiB
   */
  readonly maxTotalResponseBytes: number;
  /**
   * The bound for one user, who may always have one large response.
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
  /**
   * The time after which a watcher that reads none of its waiting events is disconnected. @default
   * 60 s
   */
  readonly watchStallMs: number;
  /** Open watches and connections; past it further ones get 429. @default 100,000 */
  readonly maxLongRunning: number;
  /** Open watches and connections of one user. @default a quarter of all */
  readonly maxUserLongRunning?: number;
  /**
   * The minimum duration of watches without a timeout; the duration is random up to twice this.
   * @default 1800 s
   */
  readonly minWatchSeconds: number;
  /**
   * The timeout of requests that are neither watches nor connections; past it the response is 504.
   * The query may set a shorter one.
   * @default 60 s
   */
  readonly requestTimeoutMs: number;
  /** The time after the start in which `livez` ignores unfinished steps. @default 0 */
  readonly livezGraceMs?: number;
}

/** The default limits of a server. */
export const defaultLimits: ServerLimits = {
  maxBodyBytes: 3 * 1024 * 1024,
  maxTotalBodyBytes: 128 * 1024 * 1024,
  maxTotalDecodedBytes: 256 * 1024 * 1024,
  maxTotalResponseBytes: 1024 * 1024 * 1024,
  maxWatchBytes: 16 * 1024 * 1024,
  maxTotalWatchBytes: 512 * 1024 * 1024,
  watchStallMs: 60_000,
  maxLongRunning: 100_000,
  minWatchSeconds: 1800,
  requestTimeoutMs: 60_000,
};
