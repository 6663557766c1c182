import { aFunction, anObject, aSignal, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import { type LeaderOptions, type Lease, runAsLeader } from "@svc/client";
import { type ControllersOptions, expectedControllersOptions, startControllers } from "./start-controllers.ts";

/** Options of `leadControllers`. */
export interface LeadControllersOptions
  extends ControllersOptions,
    Pick<LeaderOptions, "identity" | "timings" | "onLeader"> {
  /** Ends the candidacy, or the leadership with the controllers. */
  readonly signal: AbortSignal;
  /** Name of the shared lease. @default `kube-controller-manager`, with the dialect's prefix */
  readonly leaseName?: string;
  /** Namespace of the lease. @default the system namespace */
  readonly leaseNamespace?: string;
  /** Called when the controllers have started. */
  readonly onBegun?: () => void;
}

const leadControllersOptions = optionsOf<LeadControllersOptions>({
  ...expectedControllersOptions,
  signal: aSignal,
  leaseName: optional(aString),
  leaseNamespace: optional(aString),
  onBegun: optional(aFunction),
  identity: aString,
  timings: optional(anObject),
  onLeader: optional(aFunction),
});

/**
 * Runs controllers while this candidate leads. Other candidates for the lease wait.
 * @throws {LeadershipLostError} after leadership was lost and the controllers have ended; the
 * signal's reason if that was aborted
 * @throws {TypeError} for a wrong argument
 */
export async function leadControllers(options: LeadControllersOptions): Promise<void> {
  checkArgument("leadControllers: options", options, leadControllersOptions);
  const { client, leaseName, leaseNamespace, onBegun } = options;
  const { dialect } = client;
  const leases = client.resource<Lease>({
    group: dialect.expand("coordination.{api}"),
    version: "v1",
    resource: "leases",
    kind: "Lease",
    namespace: leaseNamespace ?? dialect.namespaces.system,
  });
  const name = leaseName ?? dialect.expand("{system}-controller-manager");
  await runAsLeader({ ...options, leases, name }, async (leading) => {
    using running = startControllers({ ...options, signal: leading });
    await running.started;
    onBegun?.();
    await aborted(leading);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
