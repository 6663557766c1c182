import { type Clock, consoleLog, type Log, systemClock } from "@svc/base";
import {
  aClock,
  aFunction,
  aLog,
  aNonNegativeNumber,
  aNumber,
  anObject,
  aSignal,
  aString,
  checkArgument,
  listOf,
  type OptionTable,
  optional,
  optionsOf,
  recordOf,
} from "@svc/base/check";
import type { Client } from "@svc/client";
import type { Metrics } from "@svc/metrics";
import type { ClusterInfo } from "./control-loop/cluster-info.ts";
import type { Controller, ControllerContext } from "./control-loop/controller.ts";
import type { SecretTokenIssuer } from "./control-loop/secret-token.ts";
import { aClient, aController, someMetrics } from "./expected.ts";

/** Options of `startControllers`. */
export interface ControllersOptions {
  /** Client whose identity the controllers use. */
  readonly client: Client;
  readonly controllers: readonly Controller[];
  /** Returns the client for the writes of a controller. @default `client` */
  readonly clientOf?: (controller: Controller) => Client;
  /** Ends the controllers. @default only the disposal of the result ends them */
  readonly signal?: AbortSignal;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default consoleLog, which writes warnings and errors to standard error */
  readonly log?: Log;
  /** From 0 to below 1, spreads retries. @default Math.random */
  readonly random?: () => number;
  /** Metrics of the work queues. @default none */
  readonly metrics?: Metrics;
  /** Number of concurrent workers, by controller name. @default that of the controller */
  readonly workers?: Readonly<Record<string, number>>;
  /**
   * Maximum number of objects for each informer. The garbage collector needs up to 0.3 KB for each.
   * @default 1,000,000
   */
  readonly maxObjects?: number;
  /** CA certificates of the server, in PEM format. @default none are published */
  readonly rootCa?: string;
  /** Issues tokens that are stored in Secrets. @default no tokens are issued */
  readonly secretToken?: SecretTokenIssuer;
  /** Cluster data for new nodes. @default data that another component has published */
  readonly clusterInfo?: ClusterInfo;
}

/** Running controllers. Disposal ends them. */
export interface Controllers extends Disposable {
  /**
   * Resolves when all controllers have started. Rejects with the signal's reason if aborted before.
   */
  readonly started: Promise<void>;
  /** Ends the controllers. */
  close(): void;
}

/** What the options of `startControllers` must be. */
export const expectedControllersOptions: OptionTable<ControllersOptions> = {
  client: aClient,
  controllers: listOf(aController),
  clientOf: optional(aFunction),
  signal: optional(aSignal),
  clock: optional(aClock),
  log: optional(aLog),
  random: optional(aFunction),
  metrics: optional(someMetrics),
  workers: optional(recordOf(aNumber)),
  maxObjects: optional(aNonNegativeNumber),
  rootCa: optional(aString),
  secretToken: optional(aFunction),
  clusterInfo: optional(anObject),
};

const controllersOptions = optionsOf(expectedControllersOptions);

/** Starts controllers over one server. @throws {TypeError} for a wrong argument */
export function startControllers(options: ControllersOptions): Controllers {
  checkArgument("startControllers: options", options, controllersOptions);
  const { client, controllers, clock = systemClock, log = consoleLog, random = Math.random } = options;
  const { workers = {}, maxObjects, metrics, rootCa, secretToken, clusterInfo, clientOf = () => client } = options;
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
    ...(metrics === undefined ? {} : { metrics }),
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
  const close = (): void => stop.abort(new Error("the controllers were ended"));
  return { started, close, [Symbol.dispose]: close };
}
