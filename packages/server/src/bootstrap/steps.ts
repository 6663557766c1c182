import { flowControlDefaults } from "../flow-control/keep-defaults.ts";
import { expiredIdentityLeases, identityLease } from "../identity/identity-lease.ts";
import type { ServerIdentity } from "../identity/server-identity.ts";
import { bootstrapRoles } from "../rbac/bootstrap-roles.ts";
import type { ServerConfig } from "../server-config.ts";
import { legacyTokenTracking } from "../service-accounts/legacy-tokens.ts";
import { clusterIpRanges } from "../services/allocation.ts";
import { apiServices } from "./api-services.ts";
import type { BootstrapStep } from "./bootstrap.ts";
import { clientAuthentication } from "./client-authentication.ts";
import { systemNamespaces } from "./namespaces.ts";
import { ownService } from "./own-service.ts";
import { systemPriorityClasses } from "./priority-classes.ts";

/** What a server of this configuration makes at its start; namespaces come first. */
export function bootstrapSteps(config: ServerConfig, identity: ServerIdentity | undefined): readonly BootstrapStep[] {
  if (config.bootstrap === false) return [];
  const { securePort = 6443, rbac, serviceAccountTokens, clientAuthentication: known } = config;
  const ranges = clusterIpRanges(config);
  const address = ranges[0]?.at(0n) ?? "";
  return [
    systemNamespaces,
    apiServices,
    systemPriorityClasses,
    flowControlDefaults,
    ...(rbac === undefined ? [] : [bootstrapRoles]),
    ...(known === undefined ? [] : [clientAuthentication(known)]),
    ...(identity === undefined ? [] : [identityLease(identity)]),
    expiredIdentityLeases,
    ...(serviceAccountTokens === undefined ? [] : [legacyTokenTracking]),
    ownService({ ranges: ranges.map((r) => r.text), address, targetPort: securePort }),
  ];
}
