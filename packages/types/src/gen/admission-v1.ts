// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as authenticationv1 from "./authentication-v1.ts";
import type * as metav1 from "./meta-v1.ts";

export interface AdmissionReview {
  kind: "AdmissionReview";
  apiVersion?: string;
  request?: AdmissionRequest;
  response?: AdmissionResponse;
}

export interface AdmissionRequest {
  uid: string;
  kind: metav1.GroupVersionKind;
  resource: metav1.GroupVersionResource;
  subResource?: string;
  requestKind?: metav1.GroupVersionKind;
  requestResource?: metav1.GroupVersionResource;
  requestSubResource?: string;
  name?: string;
  namespace?: string;
  operation: string;
  userInfo: authenticationv1.UserInfo;
  object?: object;
  oldObject?: object;
  dryRun?: boolean;
  options?: object;
}

export interface AdmissionResponse {
  uid: string;
  allowed: boolean;
  status?: metav1.Status;
  patch?: string;
  patchType?: string;
  auditAnnotations?: Record<string, string>;
  warnings?: string[];
}
