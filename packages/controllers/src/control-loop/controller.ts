import type { Clock, Log } from "@svc/base";
import type { AnyObject, Client, InformerOptions, Selection } from "@svc/client";
import type { Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { ClusterInfo } from "./cluster-info.ts";
import type { SecretTokenIssuer } from "./secret-token.ts";

/** Dependencies and settings of a controller. */
export interface ControllerContext {
  /** Client for writes, with the permissions of the controller. */
  readonly client: Client;
  /** Client for informers, with permission to read all resources. */
  readonly reader: Client;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1, spreads retries. */
  readonly random: () => number;
  /** Ends the controller. */
  readonly signal: AbortSignal;
  /** Metrics of the work queues. @default none */
  readonly metrics?: Metrics;
  /** Number of concurrent workers. @default the controller's own */
  readonly workers?: number;
  /** Maximum number of objects for each informer. @default that of the informer */
  readonly maxObjects?: number;
  /** CA certificates of the server, in PEM format. */
  readonly rootCa?: string;
  /** Issues tokens that are stored in Secrets. */
  readonly secretToken?: SecretTokenIssuer;
  /** Cluster data for clients that have only a bootstrap token. */
  readonly clusterInfo?: ClusterInfo;
}

/** A control loop over a server. */
export interface Controller {
  readonly name: string;
  /** Alternative names. */
  readonly aliases: readonly string[];
  /**
   * Service account in the system namespace. The default policy grants it the writes of the
   * controller, but not all of its reads.
   */
  readonly serviceAccount: string;
  /** True if `*` selects the controller. */
  readonly onByDefault: boolean;
  /** Starts the controller, which runs until the signal is aborted. Resolves after the start. */
  readonly start: (context: ControllerContext) => Promise<void>;
}

/** Returns the common options of a controller's informers. */
export function informerOptions(
  context: ControllerContext,
  selection: Selection = {},
): Omit<InformerOptions<AnyObject>, "resource"> {
  const { dialect, clock, log, random, signal, maxObjects } = context;
  return { dialect, clock, log, random, signal, ...(maxObjects === undefined ? {} : { maxObjects }), ...selection };
}
