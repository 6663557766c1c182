import type { Clock, Log } from "@svc/base";
import type { AnyObject, Client, InformerOptions, Selection } from "@svc/client";
import type { Dialect } from "@svc/meta";
import type { ClusterInfo } from "./bootstrap/cluster-info.ts";
import type { SecretTokenIssuer } from "./service-account/secret-token.ts";

/** What a controller works with. */
export interface ControllerContext {
  /** For what it does. */
  readonly client: Client;
  /** For its informers: whoever may see everything. */
  readonly reader: Client;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  /** From 0 to below 1, spreads retries. */
  readonly random: () => number;
  /** Ends the controller. */
  readonly signal: AbortSignal;
  /** How many keys a controller works on at once, where it has been said. */
  readonly workers?: number;
  /** How many objects of a kind are followed, where it has been said. */
  readonly maxObjects?: number;
  /** PEM: who signs the server's certificate. */
  readonly rootCa?: string;
  /** Makes tokens that live in Secrets. */
  readonly secretToken?: SecretTokenIssuer;
  /** What clients that only have a bootstrap token need to know. */
  readonly clusterInfo?: ClusterInfo;
}

/** A control loop over a server. */
export interface Controller {
  readonly name: string;
  /** Other names that it is known by. */
  readonly aliases: readonly string[];
  /** Of the system's namespace: the default policy grants it what the controller does, though not all that it sees. */
  readonly serviceAccount: string;
  /** Whether `*` means it too. */
  readonly onByDefault: boolean;
  /** Resolves when it has begun; it goes on until the signal ends it. */
  readonly start: (context: ControllerContext) => Promise<void>;
}

/** What informers of a controller have in common. */
export function informerOptions(
  context: ControllerContext,
  selection: Selection = {},
): Omit<InformerOptions<AnyObject>, "resource"> {
  const { dialect, clock, log, random, signal, maxObjects } = context;
  return { dialect, clock, log, random, signal, ...(maxObjects === undefined ? {} : { maxObjects }), ...selection };
}
