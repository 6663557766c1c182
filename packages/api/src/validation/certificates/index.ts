import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../common/kind-validation.ts";
import { signingRequest } from "./signing-request.ts";
import { trustBundle } from "./trust-bundle.ts";

export function certificatesValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return { CertificateSigningRequest: signingRequest(dialect), ClusterTrustBundle: trustBundle };
}
