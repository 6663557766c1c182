import type { AdmissionPlugin } from "@svc/admission";
import type { ExtensionAdmission, StorageContext } from "@svc/server";
import type { ControlPlaneOptions } from "../options/options.ts";
import { rbacEscalation } from "../rbac/escalation.ts";
import { clusterObjects } from "../service-accounts/cluster-objects.ts";
import { egressOf } from "../webhooks/egress-of.ts";
import type { AdmissionSources } from "./sources/sources.ts";
import { admissionSteps } from "./steps.ts";

/** Steps from here on see the object after all mutations. */
const firstOfLast = "ResourceQuota";

/**
 * The enabled built-in steps in their order. The check of privilege escalation is always enabled.
 */
export function builtinAdmission(
  options: ControlPlaneOptions,
  { local, authorizer, codec, metrics }: StorageContext,
): ExtensionAdmission {
  const { dialect, clock, randomSuffix } = local.environment;
  const { enabledAdmission = [], disabledAdmission = [], admissionOptions = {}, rbac } = options;
  const objects = clusterObjects(local);
  const sources: AdmissionSources = {
    local,
    dialect,
    clock,
    objects,
    authorizer,
    randomSuffix,
    codec,
    metrics,
    options: admissionOptions,
    egress: egressOf(options),
  };
  const steps = admissionSteps.map(({ name, byDefault, make }) => {
    const isOn = enabledAdmission.includes(name) || (byDefault && !disabledAdmission.includes(name));
    return { name, plugin: isOn ? make(sources) : undefined };
  });
  const at = steps.findIndex(({ name }) => name === firstOfLast);
  const pluginsOf = (some: typeof steps): readonly AdmissionPlugin[] => some.flatMap(({ plugin }) => plugin ?? []);
  const grants = rbac === undefined ? [] : [rbacEscalation(dialect, authorizer, rbac)];
  return { steps: pluginsOf(steps.slice(0, at)), last: [...pluginsOf(steps.slice(at)), ...grants] };
}
