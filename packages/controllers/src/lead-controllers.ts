import { type LeaderOptions, type Lease, runAsLeader } from "@svc/client";
import { type ControllersOptions, startControllers } from "./start-controllers.ts";

export interface LeadControllersOptions
  extends ControllersOptions,
    Pick<LeaderOptions, "identity" | "timings" | "onLeader"> {
  /** Ends the candidacy, or the leadership and the controllers. */
  readonly signal: AbortSignal;
  /** Of the lease that candidates share. @default `kube-controller-manager`, with the prefix of the dialect */
  readonly leaseName?: string;
  /** @default the system's */
  readonly leaseNamespace?: string;
  /** Is told when the controllers have begun. */
  readonly onBegun?: () => void;
}

/**
 * Runs controllers while this candidate leads; others that share the lease wait meanwhile.
 * @throws {LeadershipLostError} when somebody else leads, after the controllers have ended; the signal's reason when that ended them
 */
export async function leadControllers(options: LeadControllersOptions): Promise<void> {
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
