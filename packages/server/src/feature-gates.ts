import type { FeatureGates } from "@svc/schema";

/** Gates that are on by default. All others are off. */
const onByDefault: ReadonlySet<string> = new Set([
  "APIResponseCompression",
  "APIServerIdentity",
  "AuthorizeWithSelectors",
  "StructuredAuthenticationConfiguration",
  "StructuredAuthorizationConfiguration",
  "ConsistentListFromCache",
  "ValidatingAdmissionPolicy",
  "MultiCIDRServiceAllocator",
  "InPlacePodVerticalScaling",
  "SidecarContainers",
  "PodLifecycleSleepAction",
  "PodSchedulingReadiness",
  "JobPodReplacementPolicy",
  "JobBackoffLimitPerIndex",
  "JobSuccessPolicy",
  "JobManagedBy",
  "StatefulSetStartOrdinal",
  "StatefulSetAutoDeletePVC",
  "AppArmor",
  "ProcMountType",
  "UserNamespacesSupport",
  "SupplementalGroupsPolicy",
  "RecursiveReadOnlyMounts",
  "HonorPVReclaimPolicy",
  "ServiceTrafficDistribution",
  "MatchLabelKeysInPodTopologySpread",
  "MatchLabelKeysInPodAffinity",
  "NodeInclusionPolicyInPodTopologySpread",
  "AnonymousAuthConfigurableEndpoints",
  "DRAResourceClaimDeviceStatus",
  "LoadBalancerIPMode",
  "PodDeletionCost",
  "PodLifecycleSleepActionAllowZero",
  "RecoverVolumeExpansionFailure",
  "RelaxedDNSSearchValidation",
  "RelaxedEnvironmentVariableValidation",
  "SELinuxChangePolicy",
  "SELinuxMountReadWriteOncePod",
]);

/** @param changed gates that are not at their default: `--feature-gates` */
export function createFeatureGates(changed: Readonly<Record<string, boolean>>): FeatureGates {
  const { AllAlpha: all } = changed;
  return { enabled: (gate) => changed[gate] ?? (onByDefault.has(gate) || all === true) };
}
