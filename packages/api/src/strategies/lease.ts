import type { ApiObject } from "@svc/meta";
import type { FeatureGates, Strategy } from "@svc/schema";

interface Lease extends ApiObject {
  spec?: { strategy?: string; preferredHolder?: string };
}

const electionFields = ["strategy", "preferredHolder"] as const;

/** Who leads is chosen by the holders themselves, unless a gate says that the server does. */
export const lease: Partial<Strategy> = {
  prepareCreate: (object: Lease, { gates }) => dropElection(object, undefined, gates),
  prepareUpdate: (object: Lease, old: Lease, { gates }) => dropElection(object, old, gates),
};

function dropElection({ spec }: Lease, old: Lease | undefined, gates: FeatureGates): void {
  if (spec === undefined || gates.enabled("CoordinatedLeaderElection")) return;
  for (const field of electionFields) if (old?.spec?.[field] === undefined) delete spec[field];
}
