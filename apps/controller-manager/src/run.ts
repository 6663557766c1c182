import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import {
  type ControllersOptions,
  type LeadControllersOptions,
  leadControllers,
  startControllers,
} from "@svc/controllers";
import { dialects } from "@svc/meta";
import { controllersOf, createLog } from "@svc/program";
import { connect, waitForServer } from "./connect.ts";
import type { Flags } from "./flags.ts";
import { type ProcessState, serveHealth } from "./health.ts";
import { secretTokenOf } from "./secret-token.ts";

interface RunOptions {
  readonly signal: AbortSignal;
  /** Prints a line about the state of the process for its operator. */
  readonly report: (line: string) => void;
}

/**
 * Runs the controllers until the signal aborts, while this process leads.
 * @throws {StartupError} when it cannot start; `LeadershipLostError` when another process leads;
 * the signal's reason
 */
export async function run(flags: Flags, { signal, report }: RunOptions): Promise<void> {
  const { log, flush } = createLog({ v: flags.v, format: "json", component: "controller-manager" });
  const controllers = controllersOf(flags.controllers);
  using connected = await connect(flags, dialects[flags.dialect], log);
  const { client, clientAs, rootCa } = connected;
  const secretToken = await secretTokenOf(flags, dialects[flags.dialect]);
  let state: ProcessState = "starting";
  const health = await serveHealth(flags.healthzBindAddress, () => state);
  if (health.url !== undefined) report(`health: ${health.url}/healthz`);
  const onBegun = (): void => {
    state = "leading";
    report(`running ${controllers.map((c) => c.name).join(", ")}`);
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
    state = "waiting to lead";
    if (flags.leaderElect) await leadControllers({ ...options, ...leadershipOf(flags, report), onBegun });
    else await runAlone(options, onBegun);
  } finally {
    health.close();
    flush();
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

function workersOf({ concurrentGcSyncs, concurrentNamespaceSyncs }: Flags): Readonly<Record<string, number>> {
  return {
    "garbage-collector-controller": concurrentGcSyncs,
    "namespace-controller": concurrentNamespaceSyncs,
  };
}

function leadershipOf(
  flags: Flags,
  report: RunOptions["report"],
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
    onLeader: (leader) => report(leader === identity ? `leading as ${identity}` : `waiting: ${leader} leads`),
    ...(leaseName === undefined ? {} : { leaseName }),
    ...(leaseNamespace === undefined ? {} : { leaseNamespace }),
  };
}
