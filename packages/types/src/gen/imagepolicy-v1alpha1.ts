// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as metav1 from "./meta-v1.ts";

export interface ImageReview {
  kind: "ImageReview";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  spec: ImageReviewSpec;
  status?: ImageReviewStatus;
}

export interface ImageReviewSpec {
  containers?: ImageReviewContainerSpec[];
  annotations?: Record<string, string>;
  namespace?: string;
}

export interface ImageReviewContainerSpec {
  image?: string;
}

export interface ImageReviewStatus {
  allowed: boolean;
  reason?: string;
  auditAnnotations?: Record<string, string>;
}
