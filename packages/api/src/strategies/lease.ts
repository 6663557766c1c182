import type { ApiObject } from "@svc/meta";
import type { FeatureGates, Strategy } from "@svc/schema";

interface Lease extends ApiObject {
  spec?: { strategy?: string; preferredHolder?: string };
}

const electionFields = ["strategy", "preferredHolder"] as const;

/** The strategy of leases. The fields of coordinated leader election need its feature gate. */
export const lease: Partial<Strategy> = {
  prepareCreate: (object: Lease, { gates }) => dropElection(object, undefined, gates),
  prepareUpdate: (object: Lease, old: Lease, { gates }) => dropElection(object, old, gates),
};

function dropElection({ spec }: Lease, old: Lease | undefined, gates: FeatureGates): void {
  if (spec === undefined || gates.enabled("CoordinatedLeaderElection")) return;
  for (const field of electionFields) if (old?.spec?.[field] === undefined) delete spec[field];
}
