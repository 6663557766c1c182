import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import {
  type Controller,
  type ControllersOptions,
  type LeadControllersOptions,
  leadControllers,
  selectControllers,
  startControllers,
  UnknownControllerError,
} from "@svc/controllers";
import { type Dialect, kubernetesDialect, svcDialect } from "@svc/meta";
import { connect, waitForServer } from "./connect.ts";
import type { Flags } from "./flags.ts";
import { type Stage, serveHealth } from "./health.ts";
import { createLog } from "./log.ts";
import { secretTokenOf } from "./secret-token.ts";
import { StartupError } from "./startup-error.ts";

const dialects: Readonly<Record<Flags["dialect"], Dialect>> = { svc: svcDialect, kubernetes: kubernetesDialect };

interface RunOptions {
  readonly signal: AbortSignal;
  /** Is told how it goes, in sentences for people. */
  readonly say: (text: string) => void;
}

/**
 * Runs the controllers until the signal aborts, while this process leads.
 * @throws {StartupError} when it cannot start; `LeadershipLostError` when another process leads;
 * the signal's reason
 */
export async function run(flags: Flags, { signal, say }: RunOptions): Promise<void> {
  const log = createLog(flags.v);
  const controllers = controllersOf(flags);
  using connected = await connect(flags, dialects[flags.dialect], log);
  const { client, clientAs, rootCa } = connected;
  const secretToken = await secretTokenOf(flags, dialects[flags.dialect]);
  let stage: Stage = "starting";
  const health = await serveHealth(flags.healthzBindAddress, () => stage);
  if (health.url !== undefined) say(`health: ${health.url}/healthz`);
  const onBegun = (): void => {
    stage = "leading";
    say(`running ${controllers.map((c) => c.name).join(", ")}`);
  };
  const options: ControllersOptions & { readonly signal: AbortSignal } = {
    client,
    controllers,
    log,
    signal,
    workers: workersOf(flags),
    maxObjects: flags.maxObjects,
    ...(secretToken === undefined ? {} : { secretToken }),
    ...(flags.useServiceAccountCredentials ? { clientOf: ({ serviceAccount }) => clientAs(serviceAccount) } : {}),
    ...(rootCa === undefined ? {} : { rootCa }),
  };
  try {
    await waitForServer(client, signal);
    stage = "waiting to lead";
    if (flags.leaderElect) await leadControllers({ ...options, ...leadershipOf(flags, say), onBegun });
    else await runAlone(options, onBegun);
  } finally {
    health.close();
  }
}

async function runAlone(
  options: ControllersOptions & { readonly signal: AbortSignal },
  onBegun: () => void,
): Promise<void> {
  using running = startControllers(options);
  await running.started;
  onBegun();
  await new Promise((_, reject) =>
    options.signal.addEventListener("abort", () => reject(options.signal.reason), { once: true }),
  );
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

function leadershipOf(
  flags: Flags,
  say: RunOptions["say"],
): Pick<LeadControllersOptions, "identity" | "timings" | "onLeader" | "leaseName" | "leaseNamespace"> {
  const { leaderElectResourceName: leaseName, leaderElectResourceNamespace: leaseNamespace } = flags;
  const identity = `${hostname()}_${randomUUID()}`;
  return {
    identity,
    timings: {
      leaseDurationMs: flags.leaderElectLeaseDuration,
      renewDeadlineMs: flags.leaderElectRenewDeadline,
      retryPeriodMs: flags.leaderElectRetryPeriod,
    },
    onLeader: (leader) => say(leader === identity ? `leading as ${identity}` : `waiting: ${leader} leads`),
    ...(leaseName === undefined ? {} : { leaseName }),
    ...(leaseNamespace === undefined ? {} : { leaseNamespace }),
  };
}
