export {
  type Admission,
  type AdmissionPlugin,
  type AdmissionRequest,
  type AdmissionUser,
  createAdmission,
  type Operation,
} from "./admission.ts";
export { type CertificateOptions, certificateApproval, certificateSigning } from "./certificates/signers.ts";
export { certificateSubjectRestriction } from "./certificates/subject-restriction.ts";
export { type ClaimResizeOptions, persistentVolumeClaimResize } from "./claim-resize.ts";
export { type DefaultClassOptions, defaultIngressClass, defaultStorageClass } from "./default-class/default-class.ts";
export { createExpressions } from "./expressions/admission-expressions.ts";
export { type LimitRangerOptions, limitRanger } from "./limit-ranger/limit-ranger.ts";
export { type NamespaceLifecycleOptions, type NamespaceSource, namespaceLifecycle } from "./namespace-lifecycle.ts";
export { type NodeRestrictionOptions, nodeRestriction } from "./node-restriction/node-restriction.ts";
export type { ObjectSource } from "./node-restriction/request.ts";
export { type PodSecurityOptions, podSecurity } from "./pod-security/pod-security.ts";
export { type ResourceQuotaOptions, resourceQuota } from "./resource-quota/resource-quota.ts";
