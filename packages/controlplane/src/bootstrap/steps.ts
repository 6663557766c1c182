import type { PostStartStep } from "@svc/server";
import { expiredIdentityLeases, identityLease } from "../identity/identity-lease.ts";
import type { ServerIdentity } from "../identity/server-identity.ts";
import type { ControlPlaneOptions } from "../options/options.ts";
import { bootstrapRoles } from "../rbac/bootstrap-roles.ts";
import { legacyTokenTracking } from "../service-accounts/legacy-tokens.ts";
import { clusterIpRanges } from "../services/allocation.ts";
import { systemNamespaces } from "./namespaces.ts";
import { ownService } from "./own-service.ts";
import { systemPriorityClasses } from "./priority-classes.ts";

/** The objects that a server of this configuration creates at its start; namespaces are first. */
export function bootstrapSteps(
  options: ControlPlaneOptions,
  identity: ServerIdentity | undefined,
): readonly PostStartStep[] {
  if (options.bootstrap === false) return [];
  const { securePort = 6443, ownServiceNodePort: nodePort, rbac, serviceAccountTokens } = options;
  const ranges = clusterIpRanges(options);
  const address = ranges[0]?.at(0n) ?? "";
  return [
    systemNamespaces,
    systemPriorityClasses,
    ...(rbac === undefined ? [] : [bootstrapRoles]),
    ...(identity === undefined ? [] : [identityLease(identity)]),
    expiredIdentityLeases,
    ...(serviceAccountTokens === undefined ? [] : [legacyTokenTracking]),
    ownService({ ranges: ranges.map((r) => r.text), address, targetPort: securePort, nodePort }),
  ];
}
