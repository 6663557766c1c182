import { localAvailability } from "@svc/api";
import type { Timer } from "@svc/base";
import type { LocalClient, ObjectName } from "@svc/registry";
import {
  type ConditionState,
  type KnownObjects,
  type RunningController,
  startReconciler,
  withCondition,
} from "@svc/server";
import { type Backends, originOf } from "../backends/backends.ts";
import { aggregatorHeaders } from "../backends/own-identity.ts";
import { type ApiService, apiServicesOf } from "../registration/api-service.ts";
import type { AvailabilityMetrics } from "./availability-metrics.ts";
import { discoveryProblem } from "./discovery-check.ts";
import { type AvailabilityProblem, serviceProblem } from "./service-problem.ts";

/** The interval of checks of state that can't be watched, in milliseconds. */
const checkEveryMs = 30_000;
const firstRetryMs = 5;

interface ControllerOptions {
  readonly backends: Backends;
  readonly metrics: AvailabilityMetrics;
}

/**
 * Maintains the condition of each registration that reports whether its group version is available.
 * It follows services, endpoints and registrations; it sends a request to the extension server
 * every 30 s, and sooner after a failure.
 */
export function startAvailabilityController(
  local: LocalClient,
  { backends, metrics }: ControllerOptions,
): RunningController | undefined {
  const resource = apiServicesOf(local);
  if (resource === undefined) return undefined;
  const checks = createChecks(local, backends);
  const reconciler = startReconciler<ApiService>({
    local,
    resource,
    reconcile: async (objects, registration) => {
      const {
        metadata: { name = "" },
        spec,
      } = registration;
      if (spec?.service === undefined) {
        checks.forget(name);
        return writeCondition(objects, name, undefined);
      }
      await backends.services.follow();
      const problem = serviceProblem(spec.service, backends.services.of(spec.service));
      if (problem === undefined) return checks.start(objects, name);
      checks.forget(name);
      await writeCondition(objects, name, problem);
    },
    onSet: (registration) => metrics.set(registration),
    onRemoved: ({ metadata: { name = "" } }) => {
      checks.forget(name);
      metrics.remove(name);
    },
  });
  const unregister = backends.services.onChange((service) => {
    for (const name of usersOf(reconciler.objects, service)) reconciler.objects.queue.add(name);
  });
  return {
    ...reconciler,
    stop: () => {
      unregister();
      checks.stop();
      reconciler.stop();
    },
  };
}

/** The registrations that refer to a service. */
function* usersOf({ known }: KnownObjects<ApiService>, { namespace, name }: ObjectName): Iterable<string> {
  for (const [registered, { spec }] of known)
    if (spec?.service?.namespace === namespace && spec.service.name === name) yield registered;
}

interface Checks {
  /**
   * Checks the extension server now, and periodically until the name is forgotten. If a check is
   * running, its condition is restored, since a client may have changed it.
   */
  start(objects: KnownObjects<ApiService>, name: string): Promise<void>;
  forget(name: string): void;
  stop(): void;
}

interface RunningCheck {
  readonly controller: AbortController;
  /** The checked address; a result for another one doesn't count. */
  readonly subject: string;
  timer: Timer | undefined;
  failures: number;
  /** The result of the last check. */
  found: AvailabilityProblem | ConditionState | undefined;
}

/** Checks of extension servers run side by side: one that hangs delays no other. */
function createChecks(local: LocalClient, backends: Backends): Checks {
  const running = new Map<string, RunningCheck>();
  const { clock, log } = local.environment;

  const forget = (name: string): void => {
    const check = running.get(name);
    running.delete(name);
    check?.timer?.cancel();
    check?.controller.abort();
  };
  const run = async (objects: KnownObjects<ApiService>, name: string, check: RunningCheck): Promise<void> => {
    const registration = objects.known.get(name);
    if (registration === undefined) return forget(name);
    const problem = await problemOf(local, backends, { registration, signal: check.controller.signal });
    if (running.get(name) !== check) return;
    check.failures = problem === undefined ? 0 : check.failures + 1;
    check.found = problem ?? passed;
    await writeCondition(objects, name, check.found);
  };
  const checkAgain = (objects: KnownObjects<ApiService>, name: string, check: RunningCheck): void => {
    check.timer = undefined;
    run(objects, name, check)
      .catch((error: unknown) => {
        if (check.controller.signal.aborted) return;
        check.failures++;
        log.warn("an extension server could not be checked, will retry", { name, error: String(error) });
      })
      .finally(() => {
        if (running.get(name) === check)
          check.timer = clock.after(pauseMs(check), () => checkAgain(objects, name, check));
      });
  };
  return {
    start: async (objects, name) => {
      const registration = objects.known.get(name);
      const subject = subjectOf(registration, backends);
      const known = running.get(name);
      if (known !== undefined && known.subject === subject) {
        if (known.found !== undefined) await writeCondition(objects, name, known.found);
        return;
      }
      forget(name);
      const check: RunningCheck = {
        controller: new AbortController(),
        subject,
        timer: undefined,
        failures: 0,
        found: undefined,
      };
      running.set(name, check);
      checkAgain(objects, name, check);
    },
    forget,
    stop: () => {
      for (const name of [...running.keys()]) forget(name);
    },
  };
}

function subjectOf(registration: ApiService | undefined, backends: Backends): string {
  const { spec } = registration ?? {};
  const objects = backends.services.of(spec?.service ?? {});
  const versions = [objects.service, objects.endpoints].map((object) => object?.metadata.resourceVersion);
  return JSON.stringify([registration?.metadata.uid, spec, versions]);
}

/** Immediately after the first failure, then with a pause that doubles each time. */
function pauseMs({ failures }: RunningCheck): number {
  return failures === 0 ? checkEveryMs : Math.min(checkEveryMs, firstRetryMs * 2 ** (failures - 1));
}

async function problemOf(
  local: LocalClient,
  backends: Backends,
  { registration, signal }: { readonly registration: ApiService; readonly signal: AbortSignal },
): Promise<AvailabilityProblem | undefined> {
  const { group = "", version = "" } = registration.spec ?? {};
  const message = await discoveryProblem({
    client: backends.egress.client(backends.unverified()),
    findUrl: () => {
      const address = backends.address(registration);
      if (!address.ok) throw new Error(address.message);
      return new URL(`/apis/${group}/${version}`, originOf(address));
    },
    headers: aggregatorHeaders(local.environment.dialect),
    clock: local.environment.clock,
    signal,
  });
  return message === undefined ? undefined : { reason: "FailedDiscoveryCheck", message };
}

const available = { type: "Available", status: "True" } as const;
const passed: ConditionState = { ...available, reason: "Passed", message: "all checks passed" };

/**
 * Writes whether a group version is available.
 * @param found undefined for a group version that this server serves itself
 */
async function writeCondition(
  objects: KnownObjects<ApiService>,
  name: string,
  found: AvailabilityProblem | ConditionState | undefined,
): Promise<void> {
  const condition: ConditionState =
    found === undefined ? localAvailability : "type" in found ? found : { ...available, status: "False", ...found };
  const next = (live: ApiService): ApiService => {
    const conditions = withCondition(live.status?.conditions, condition, objects.now());
    return conditions === live.status?.conditions ? live : { ...live, status: { ...live.status, conditions } };
  };
  const known = objects.known.get(name);
  if (known === undefined || next(known) === known) return;
  await objects.change(name, "status", next);
}
