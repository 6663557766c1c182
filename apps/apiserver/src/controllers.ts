import { randomUUID } from "node:crypto";
import { hostname, networkInterfaces } from "node:os";
import { setImmediate } from "node:timers/promises";
import { type Log, systemClock } from "@svc/base";
import { type Client, createClient } from "@svc/client";
import { type Controller, type ControllersOptions, leadControllers, startControllers } from "@svc/controllers";
import { controllersOf } from "@svc/program";
import type { Server } from "@svc/server";
import type { Flags } from "./flags.ts";
import { createInProcessTransport } from "./in-process-transport.ts";
import type { ProcessMetrics } from "./metrics/metrics.ts";
import { serverControllers } from "./server-controllers.ts";
import { measuredTransport } from "./webhooks/measured-transport.ts";

/** The controllers of `@svc/controllers` that `--controllers` selects. @throws {StartupError} */
export function selectedControllers({ controllers }: Flags): readonly Controller[] {
  return controllersOf(serverControllers(controllers).others);
}

interface RunControllersOptions {
  readonly server: Server;
  readonly flags: Flags;
  /** The credentials of the controllers. */
  readonly token: string;
  readonly log: Log;
  readonly metrics: ProcessMetrics;
  /** The URL at which other components reach the server. */
  readonly url: string;
  /** Makes tokens that live in Secrets. */
  readonly secretToken: NonNullable<ControllersOptions["secretToken"]>;
  /** The certificate authority of the server's certificate in PEM; undefined if it is not known. */
  readonly certificateAuthority: string | undefined;
}

/**
 * Runs controllers in this process: they reach the server without a connection. Of servers that
 * share a store one runs them.
 * @returns ends them
 */
export function runControllers(options: RunControllersOptions): AsyncDisposable | undefined {
  const { flags, log, url, certificateAuthority, secretToken } = options;
  const controllers = selectedControllers(flags);
  if (controllers.length === 0) return undefined;
  const stop = new AbortController();
  const controllerOptions: ControllersOptions & { readonly signal: AbortSignal } = {
    client: clientOf(options),
    controllers,
    log,
    signal: stop.signal,
    maxObjects: flags.maxObjects,
    metrics: options.metrics.metrics,
    secretToken,
    ...(certificateAuthority === undefined
      ? {}
      : { rootCa: certificateAuthority, clusterInfo: { server: urlForOthers(url, flags), certificateAuthority } }),
  };
  const isShared = flags.etcdServers.length > 0;
  const ended = isShared ? leadUntilStopped(controllerOptions) : void startControllers(controllerOptions);
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort(new Error("the server ends"));
      await ended;
    },
  };
}

/** The URL for other machines, as far as the server can determine it. */
function urlForOthers(url: string, { advertiseAddress, bindAddress }: Flags): string {
  if (advertiseAddress !== undefined || !["0.0.0.0", "::"].includes(bindAddress)) return url;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const own = addresses.find(({ internal, family }) => !internal && family === "IPv4");
  const others = new URL(url);
  if (own !== undefined) others.hostname = own.address;
  return others.origin;
}

async function leadUntilStopped(options: ControllersOptions & { readonly signal: AbortSignal }): Promise<void> {
  const { signal, log } = options;
  const identity = `${hostname()}_${randomUUID()}`;
  while (!signal.aborted) {
    try {
      await leadControllers({ ...options, identity });
    } catch (error) {
      if (!signal.aborted) log?.warn("this server does not run the controllers any more", { error: String(error) });
    }
  }
}

function clientOf({ server, token, log, metrics, url }: RunControllersOptions): Client {
  const { dialect } = server;
  const turn = createTurns();
  return createClient({
    dialect,
    log,
    userAgent: dialect.expand("{system}-controller-manager"),
    // A client of every kind causes warnings about deprecated ones.
    onWarning: (text) => log.debug("the server warns", { text }),
    transport: measuredTransport(
      createInProcessTransport(
        async (request) => {
          await turn();
          return server.handler(request);
        },
        { authorization: `Bearer ${token}` },
      ),
      { host: () => new URL(url).host, clock: systemClock, observe: metrics.clientCalled },
    ),
  });
}

/**
 * Lets requests of this process begin one a turn of the event loop. Nothing that they do waits for
 * a connection: beginning together, as controllers do at a start, they would let no other client
 * through until all are done.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
