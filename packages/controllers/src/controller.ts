import type { Clock, Dialect, Log } from "@svc/meta";
import { type Api, createApi, type Fetch } from "./api.ts";
import { discoveryMediaType, type ResourceType, resourceTypes } from "./resource-types.ts";

/** What a controller works with. */
export interface ControllerContext {
  readonly api: Api;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly metaGroup: string;
  /** What the server serves now. */
  types(): Promise<readonly ResourceType[]>;
}

/** A control loop: resolves when it has begun, and goes on until the signal ends it. */
export interface Controller {
  readonly name: string;
  readonly start: (context: ControllerContext) => Promise<void>;
}

export interface ControllersOptions {
  readonly fetch: Fetch;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly log: Log;
  readonly controllers: readonly Controller[];
}

export interface Controllers extends Disposable {
  /** When all have begun. */
  readonly started: Promise<void>;
}

/** Runs controllers side by side over one server. */
export function startControllers({ fetch, dialect, clock, log, controllers }: ControllersOptions): Controllers {
  const stop = new AbortController();
  const api = createApi(fetch);
  const accept = discoveryMediaType(dialect);
  const discover = async (path: string): Promise<unknown> => (await fetch(path, { headers: { accept } })).json();
  const context: ControllerContext = {
    api,
    dialect,
    clock,
    log,
    signal: stop.signal,
    metaGroup: dialect.expand("meta.{api}"),
    types: () => resourceTypes({ ...api, discover }),
  };
  const started = Promise.all(controllers.map((controller) => controller.start(context))).then(() => undefined);
  return { started, [Symbol.dispose]: () => stop.abort() };
}
