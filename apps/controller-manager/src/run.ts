import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { type Client, type Lease, runAsLeader } from "@svc/client";
import { type Controller, selectControllers, startControllers, UnknownControllerError } from "@svc/controllers";
import { type Dialect, kubernetesDialect, type Log, svcDialect } from "@svc/meta";
import { connect, waitForServer } from "./connect.ts";
import type { Flags } from "./flags.ts";
import { type Stage, serveHealth } from "./health.ts";
import { createLog } from "./log.ts";
import { StartupError } from "./startup-error.ts";

const dialects: Readonly<Record<Flags["dialect"], Dialect>> = { svc: svcDialect, kubernetes: kubernetesDialect };

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Is told how it goes, in sentences for people. */
  readonly say: (text: string) => void;
}

/**
 * Runs the controllers until the signal ends them, while this process leads.
 * @throws {StartupError} when it cannot begin; `LeadershipLostError` when somebody else leads; the signal's reason
 */
export async function run(flags: Flags, { signal, say }: RunOptions): Promise<void> {
  const log = createLog(flags.v);
  const controllers = controllersOf(flags);
  const { client, rootCa } = await connect(flags, dialects[flags.dialect], log);
  let stage: Stage = "starting";
  const health = await serveHealth(flags.healthzBindAddress, () => stage);
  if (health.url !== undefined) say(`health: ${health.url}/healthz`);
  const lead = async (leading: AbortSignal): Promise<void> => {
    using running = startControllers({
      client,
      controllers,
      log,
      signal: leading,
      workers: workersOf(flags),
      ...(rootCa === undefined ? {} : { rootCa }),
    });
    await running.started;
    stage = "leading";
    say(`running ${controllers.map((c) => c.name).join(", ")}`);
    await aborted(leading);
  };
  try {
    await waitForServer(client, signal);
    stage = "waiting to lead";
    await (flags.leaderElect ? runAsLeader(leaderOptions(flags, client, { signal, say, log }), lead) : lead(signal));
  } finally {
    health.close();
    client.close();
  }
}

/** @throws {StartupError} for a controller that there is not */
function controllersOf({ controllers }: Flags): readonly Controller[] {
  try {
    return selectControllers(controllers);
  } catch (cause) {
    if (cause instanceof UnknownControllerError) throw new StartupError(`--controllers: ${cause.message}`, { cause });
    throw cause;
  }
}

function workersOf({ concurrentGcSyncs, concurrentNamespaceSyncs }: Flags): Readonly<Record<string, number>> {
  return {
    "garbage-collector-controller": concurrentGcSyncs,
    "namespace-controller": concurrentNamespaceSyncs,
  };
}

function leaderOptions(
  flags: Flags,
  client: Client,
  { signal, say, log }: RunOptions & { readonly log: Log },
): Parameters<typeof runAsLeader>[0] {
  const { dialect } = client;
  const namespace = flags.leaderElectResourceNamespace ?? dialect.namespaces.system;
  const group = dialect.expand("coordination.{api}");
  const identity = `${hostname()}_${randomUUID()}`;
  return {
    leases: client.resource<Lease>({ group, version: "v1", resource: "leases", kind: "Lease", namespace }),
    name: flags.leaderElectResourceName ?? dialect.expand("{system}-controller-manager"),
    identity,
    signal,
    log,
    timings: {
      leaseDurationMs: flags.leaderElectLeaseDuration,
      renewDeadlineMs: flags.leaderElectRenewDeadline,
      retryPeriodMs: flags.leaderElectRetryPeriod,
    },
    onLeader: (leader) => say(leader === identity ? `leading as ${identity}` : `waiting: ${leader} leads`),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
