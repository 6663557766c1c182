import type { AdmissionPlugin } from "@svc/admission";
import {
  alwaysAdmit,
  alwaysDeny,
  alwaysPullImages,
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
  defaultIngressClass,
  defaultStorageClass,
  defaultTolerationSeconds,
  denyServiceExternalIps,
  eventRateLimit,
  extendedResourceToleration,
  imagePolicyWebhook,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  namespaceAutoProvision,
  namespaceExists,
  namespaceLifecycle,
  nodeRestriction,
  ownerReferencesPermissionEnforcement,
  persistentVolumeClaimResize,
  podNodeSelector,
  podSecurity,
  podTolerationRestriction,
  priority,
  resourceQuota,
  runtimeClass,
  serviceAccount,
  storageObjectInUseProtection,
  taintNodesByCondition,
} from "@svc/admission-plugins";
import { createNamespace } from "./create-namespace.ts";
import { resourceOfKind } from "./kinds.ts";
import { podSecurityMetrics } from "./pod-security-metrics.ts";
import { mutatingPolicyStep, validatingPolicyStep } from "./policies/policy-steps.ts";
import { quotaSource } from "./quotas.ts";
import { type Find, type List, listOf, namespacesOf, objectOf } from "./sources/reads.ts";
import type { AdmissionSources } from "./sources/sources.ts";
import { mutatingWebhookStep, validatingWebhookStep } from "./webhooks/webhook-steps.ts";

/** Undefined for a server that has nothing of what the step is about. */
type Make = (sources: AdmissionSources) => AdmissionPlugin | undefined;

/** A built-in step of admission. */
interface AdmissionStep {
  readonly name: string;
  /** True for a step that is enabled by default. */
  readonly byDefault: boolean;
  readonly make: Make;
}

function on(name: string, make: Make): AdmissionStep {
  return { name, byDefault: true, make };
}

/** A step that is off by default. */
function off(name: string, make: Make): AdmissionStep {
  return { name, byDefault: false, make };
}

/** In the order in which they act. */
export const admissionSteps: readonly AdmissionStep[] = [
  off("AlwaysAdmit", alwaysAdmit),
  off("NamespaceAutoProvision", (sources) =>
    given(namespacesOf(sources), (namespaces) =>
      namespaceAutoProvision({ namespaces, create: createNamespace(sources) }),
    ),
  ),
  on("NamespaceLifecycle", (sources) =>
    given(namespacesOf(sources), (namespaces) => namespaceLifecycle({ dialect: sources.dialect, namespaces })),
  ),
  off("NamespaceExists", (sources) => given(namespacesOf(sources), (namespaces) => namespaceExists({ namespaces }))),
  off("LimitPodHardAntiAffinityTopology", limitPodHardAntiAffinityTopology),
  on("LimitRanger", (sources) =>
    given(listOf(sources, "limitranges"), (limitRanges) => limitRanger({ dialect: sources.dialect, limitRanges })),
  ),
  off("ServiceAccount", (sources) =>
    given(objectOf(sources, "serviceaccounts"), (account) => serviceAccount({ ...sources, serviceAccount: account })),
  ),
  off("NodeRestriction", nodeRestriction),
  off("TaintNodesByCondition", taintNodesByCondition),
  off("AlwaysPullImages", alwaysPullImages),
  off("ImagePolicyWebhook", ({ dialect, clock, options: { imagePolicy } }) => {
    if (imagePolicy === undefined) throw new TypeError("ImagePolicyWebhook needs admissionOptions.imagePolicy");
    return imagePolicyWebhook({ dialect, clock, ...imagePolicy });
  }),
  on("PodSecurity", (sources) =>
    given(namespacesOf(sources), (namespaces) =>
      given(listOf(sources, "pods"), (pods) =>
        podSecurity({
          dialect: sources.dialect,
          namespaces,
          pods,
          observer: podSecurityMetrics(sources.metrics),
          ...sources.options.podSecurity,
        }),
      ),
    ),
  ),
  off("PodNodeSelector", (sources) =>
    given(namespacesOf(sources), (namespaces) =>
      podNodeSelector({ dialect: sources.dialect, namespaces, ...sources.options.podNodeSelector }),
    ),
  ),
  off("Priority", (sources) => {
    const classes = "priorityclasses.scheduling.{api}";
    return both(objectOf(sources, classes), listOf(sources, classes), (find, list) =>
      priority({
        dialect: sources.dialect,
        priorityClass: (name) => find("", name),
        priorityClasses: () => list(""),
      }),
    );
  }),
  off("DefaultTolerationSeconds", ({ dialect, options }) =>
    defaultTolerationSeconds({ dialect, ...options.defaultTolerationSeconds }),
  ),
  off("PodTolerationRestriction", (sources) =>
    given(namespacesOf(sources), (namespaces) =>
      podTolerationRestriction({ dialect: sources.dialect, namespaces, ...sources.options.podTolerationRestriction }),
    ),
  ),
  off("EventRateLimit", ({ clock, options }) => eventRateLimit({ clock, limits: [], ...options.eventRateLimit })),
  off("ExtendedResourceToleration", extendedResourceToleration),
  on("DefaultStorageClass", (sources) =>
    given(listOf(sources, "storageclasses.storage.{api}"), (list) =>
      defaultStorageClass({ dialect: sources.dialect, classes: () => list("") }),
    ),
  ),
  off("StorageObjectInUseProtection", ({ dialect, local }) => {
    const attributesClasses = local.environment.gates.enabled("VolumeAttributesClass");
    return storageObjectInUseProtection({ dialect, attributesClasses });
  }),
  off("OwnerReferencesPermissionEnforcement", ({ authorizer, local }) =>
    ownerReferencesPermissionEnforcement({ authorizer, resourceOf: resourceOfKind(local.registry.catalog) }),
  ),
  on("PersistentVolumeClaimResize", (sources) =>
    given(objectOf(sources, "storageclasses.storage.{api}"), (find) =>
      persistentVolumeClaimResize({ storageClass: (name) => find("", name) }),
    ),
  ),
  on("RuntimeClass", (sources) =>
    given(objectOf(sources, "runtimeclasses.node.{api}"), (find) =>
      runtimeClass({ runtimeClass: (name) => find("", name) }),
    ),
  ),
  on("CertificateApproval", certificateApproval),
  on("CertificateSigning", certificateSigning),
  on("ClusterTrustBundleAttest", clusterTrustBundleAttest),
  on("CertificateSubjectRestriction", certificateSubjectRestriction),
  on("DefaultIngressClass", (sources) =>
    given(listOf(sources, "ingressclasses.networking.{api}"), (list) =>
      defaultIngressClass({ dialect: sources.dialect, classes: () => list("") }),
    ),
  ),
  on("DenyServiceExternalIPs", denyServiceExternalIps),
  on("MutatingAdmissionPolicy", mutatingPolicyStep),
  on("MutatingAdmissionWebhook", mutatingWebhookStep),
  on("ValidatingAdmissionPolicy", validatingPolicyStep),
  on("ValidatingAdmissionWebhook", validatingWebhookStep),
  on("ResourceQuota", (sources) =>
    given(quotaSource(sources.local), (quotas) => resourceQuota({ ...quotas, ...sources.options.resourceQuota })),
  ),
  off("AlwaysDeny", alwaysDeny),
];

function given<T>(
  source: T | undefined,
  make: (source: T) => AdmissionPlugin | undefined,
): AdmissionPlugin | undefined {
  return source === undefined ? undefined : make(source);
}

function both(
  find: Find | undefined,
  list: List | undefined,
  make: (find: Find, list: List) => AdmissionPlugin,
): AdmissionPlugin | undefined {
  return find === undefined || list === undefined ? undefined : make(find, list);
}

/** The names of the built-in steps. */
export function admissionStepNames(): readonly string[] {
  return admissionSteps.map(({ name }) => name);
}
