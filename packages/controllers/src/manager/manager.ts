import { type Clock, consoleLog, type Log, quote, systemClock } from "@svc/base";
import { aClock, aFunction, aLog, anObject, aSignal, checkArgument, optional, optionsOf } from "@svc/base/check";
import { type AnyObject, type Client, type LeaderOptions, type Lease, runAsLeader } from "@svc/client";
import { createMetrics, type Metrics } from "@svc/metrics";
import { aClient, someMetrics } from "../expected.ts";
import { createEventRecorder } from "./event-recorder.ts";
import { createObjects } from "./objects.ts";
import { expectedReconciler, type Reconciler, type RunningReconciler, startReconciler } from "./reconciler.ts";
import { createReconcilerMetrics, type ReconcilerMetrics } from "./reconciler-metrics.ts";
import { createSharedInformers, type SharedInformers } from "./shared-informers.ts";

/** The Lease for which several processes compete. */
export interface LeaderElectionOptions extends Pick<LeaderOptions, "identity" | "timings" | "onLeader"> {
  /** Name of the Lease that the candidates share. */
  readonly name: string;
  /** @default the client's namespace */
  readonly namespace?: string;
}

/** Options of {@link createManager}. */
export interface ManagerOptions {
  /** Reads and writes for all reconcilers. */
  readonly client: Client;
  /** @default every process works */
  readonly leaderElection?: LeaderElectionOptions;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default consoleLog, which writes warnings and errors to standard error */
  readonly log?: Log;
  /** From 0 to below 1, spreads retries. @default Math.random */
  readonly random?: () => number;
  /** The registry of the manager's metrics. @default a new one */
  readonly metrics?: Metrics;
}

/** Runs reconcilers over one client: informers, queues, leader election, health and metrics. */
export interface Manager {
  /**
   * Adds a reconciler. Each has a name of its own.
   * @throws {TypeError} for a second of that name, or while the manager runs
   */
  add<T extends AnyObject>(reconciler: Reconciler<T>): void;
  /**
   * Runs until the signal aborts, and resolves then. The process stays alive until then, even while
   * the server is unreachable.
   * @throws {LeadershipLostError} when another candidate leads; reconcilers have stopped then
   */
  run(options: { readonly signal: AbortSignal }): Promise<void>;
  /** Serves `/healthz`, `/readyz` and `/metrics`, for any server with `fetch` handlers. */
  fetch(request: Request): Promise<Response>;
}

const runOptions = optionsOf<{ readonly signal: AbortSignal }>({ signal: aSignal });
const managerOptions = optionsOf<ManagerOptions>({
  client: aClient,
  leaderElection: optional(anObject),
  clock: optional(aClock),
  log: optional(aLog),
  random: optional(aFunction),
  metrics: optional(someMetrics),
});

/**
 * Makes a manager without reconcilers; `add` them, then `run` it.
 * @throws {TypeError} for a wrong argument
 */
export function createManager(options: ManagerOptions): Manager {
  checkArgument("createManager: options", options, managerOptions);
  const { client, clock = systemClock, log = consoleLog, random = Math.random, metrics = createMetrics() } = options;
  const reconcilers = new Map<string, (run: Run) => RunningReconciler>();
  const running = new Map<string, RunningReconciler>();
  let isRunning = false;
  const counts = createReconcilerMetrics(metrics, () => [...running].map(([name, { depth }]) => [name, depth()]));

  const work = async (signal: AbortSignal): Promise<void> => {
    const informers = createSharedInformers({ client, clock, log, random, signal });
    for (const [name, start] of reconcilers) running.set(name, start({ signal, counts, informers }));
    try {
      await aborted(signal);
      await Promise.all([...running.values()].map(({ idle }) => idle()));
    } finally {
      running.clear();
    }
  };
  return {
    add: <T extends AnyObject>(reconciler: Reconciler<T>) => {
      checkArgument("add: reconciler", reconciler, expectedReconciler);
      const { name } = reconciler;
      if (reconcilers.has(name)) throw new TypeError(`two reconcilers are named ${quote(name)}`);
      if (isRunning) throw new TypeError(`the reconciler ${quote(name)} was added to a manager that runs`);
      const objects = createObjects(client, clock);
      const events = createEventRecorder({ client, clock, log, component: name });
      reconcilers.set(name, (run) =>
        startReconciler(reconciler, { client, clock, log, random, objects, events, ...run }),
      );
    },
    run: async (runInput) => {
      checkArgument("run: options", runInput, runOptions);
      const { signal } = runInput;
      if (isRunning) throw new TypeError("the manager runs already");
      isRunning = true;
      try {
        await (options.leaderElection === undefined
          ? work(signal)
          : lead({ client, clock, log, random, signal, ...options.leaderElection }, work));
      } catch (error) {
        if (error !== signal.reason || !signal.aborted) throw error;
      } finally {
        isRunning = false;
      }
    },
    fetch: (request) => respond(new URL(request.url).pathname, { metrics, running }),
  };
}

/** The objects that reconcilers share while the manager runs. */
interface Run {
  readonly signal: AbortSignal;
  readonly counts: ReconcilerMetrics;
  readonly informers: SharedInformers;
}

type Lead = LeaderElectionOptions &
  Pick<LeaderOptions, "signal"> &
  Required<Omit<ManagerOptions, "leaderElection" | "metrics">>;

function lead(options: Lead, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const { client, namespace = client.namespace } = options;
  const leases = client.resource<Lease>({
    group: client.dialect.expand("coordination.{api}"),
    version: "v1",
    resource: "leases",
    kind: "Lease",
    namespace,
  });
  return runAsLeader({ ...options, leases }, work);
}

interface PathDeps {
  readonly metrics: Metrics;
  readonly running: ReadonlyMap<string, RunningReconciler>;
}

async function respond(path: string, { metrics, running }: PathDeps): Promise<Response> {
  if (path === "/healthz") return new Response("ok");
  if (path === "/readyz") {
    const waiting = [...running.values()].flatMap((reconciler) => reconciler.waitsFor());
    if (waiting.length === 0) return new Response("ok");
    return new Response(`${waiting.join("\n")}\n`, { status: 503 });
  }
  if (path === "/metrics") {
    const { body, contentType } = await metrics.expose("text");
    return new Response(body, { headers: { "content-type": contentType } });
  }
  return new Response("not found\n", { status: 404 });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
