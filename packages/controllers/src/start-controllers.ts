import { type Clock, consoleLog, type Log, systemClock } from "@svc/base";
import type { Client } from "@svc/client";
import type { ClusterInfo } from "./bootstrap/cluster-info.ts";
import type { Controller, ControllerContext } from "./controller.ts";
import type { SecretTokenIssuer } from "./service-account/secret-token.ts";

export interface ControllersOptions {
  /** As whom they see, and act, is up to the client. */
  readonly client: Client;
  readonly controllers: readonly Controller[];
  /** As whom each of them acts. @default all as the one */
  readonly clientOf?: (controller: Controller) => Client;
  /** Ends them. @default only the result's disposal does */
  readonly signal?: AbortSignal;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default consoleLog, which writes warnings and errors to standard error */
  readonly log?: Log;
  /** From 0 to below 1, spreads retries. @default Math.random */
  readonly random?: () => number;
  /** How many keys a controller works on at once, by its name. @default each its own number */
  readonly workers?: Readonly<Record<string, number>>;
  /** How many objects of a kind a controller follows; the garbage collector takes 0.3 KB for each. @default 1,000,000 */
  readonly maxObjects?: number;
  /** PEM: who signs the server's certificate. @default none is published */
  readonly rootCa?: string;
  /** Makes tokens that live in Secrets. @default nobody does */
  readonly secretToken?: SecretTokenIssuer;
  /** What newcomers are told of the cluster. @default what somebody else has published */
  readonly clusterInfo?: ClusterInfo;
}

export interface Controllers extends Disposable {
  /** When all have begun. Rejects with the signal's reason when they are ended before. */
  readonly started: Promise<void>;
}

/** Runs controllers side by side over one server. */
export function startControllers(options: ControllersOptions): Controllers {
  const { client, controllers, clock = systemClock, log = consoleLog, random = Math.random } = options;
  const { workers = {}, maxObjects, rootCa, secretToken, clusterInfo, clientOf = () => client } = options;
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]);
  const context: Omit<ControllerContext, "client"> = {
    reader: client,
    dialect: client.dialect,
    clock,
    log,
    random,
    signal,
    ...(maxObjects === undefined ? {} : { maxObjects }),
    ...(rootCa === undefined ? {} : { rootCa }),
    ...(secretToken === undefined ? {} : { secretToken }),
    ...(clusterInfo === undefined ? {} : { clusterInfo }),
  };
  const start = (controller: Controller): Promise<void> => {
    const own = workers[controller.name];
    return controller.start({
      ...context,
      client: clientOf(controller),
      ...(own === undefined ? {} : { workers: own }),
    });
  };
  const started = Promise.all(controllers.map(start)).then(() => undefined);
  started.catch((error: unknown) => {
    if (!signal.aborted) log.error("a controller could not begin", { error: String(error) });
  });
  return { started, [Symbol.dispose]: () => stop.abort(new Error("the controllers were ended")) };
}
