import { admissionStepNames } from "@svc/server";
import type { Flags } from "./flags.ts";
import { StartupError } from "./startup-error.ts";

type AdmissionFlags = Pick<Flags, "enableAdmissionPlugins" | "disableAdmissionPlugins">;

/** What clusters know besides. Disabling what is not there changes nothing; who enables it relies on what nobody would enforce. */
const elsewhere: readonly string[] = [
  "AlwaysAdmit",
  "AlwaysDeny",
  "AlwaysPullImages",
  "ClusterTrustBundleAttest",
  "DefaultTolerationSeconds",
  "DenyServiceExternalIPs",
  "EventRateLimit",
  "ExtendedResourceToleration",
  "ImagePolicyWebhook",
  "LimitPodHardAntiAffinityTopology",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionWebhook",
  "NamespaceAutoProvision",
  "NamespaceExists",
  "OwnerReferencesPermissionEnforcement",
  "PodNodeSelector",
  "PodTolerationRestriction",
  "PodTopologyLabels",
  "Priority",
  "RuntimeClass",
  "ServiceAccount",
  "StorageObjectInUseProtection",
  "TaintNodesByCondition",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionWebhook",
];

/** @throws {StartupError} for plugins that there are not, and for those that this server does not have */
export function checkAdmissionFlags({ enableAdmissionPlugins, disableAdmissionPlugins }: AdmissionFlags): void {
  const own = admissionStepNames();
  for (const name of enableAdmissionPlugins) {
    if (own.includes(name)) continue;
    throw new StartupError(
      elsewhere.includes(name)
        ? `--enable-admission-plugins: this server does not have ${name}, and nothing would enforce it; it has ${own.join(", ")}`
        : `enable-admission-plugins plugin "${name}" is unknown`,
    );
  }
  for (const name of disableAdmissionPlugins) {
    if (!own.includes(name) && !elsewhere.includes(name))
      throw new StartupError(`disable-admission-plugins plugin "${name}" is unknown`);
    if (enableAdmissionPlugins.includes(name))
      throw new StartupError(`${name} in both enable-admission-plugins and disable-admission-plugins`);
  }
}
