import type { Dialect } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";

/** Nothing of an account is checked but its metadata. */
export function serviceAccount({ labelDomain }: Dialect): KindValidation {
  const annotation = `${labelDomain}/enforce-mountable-secrets`;
  const text = `metadata.annotations[${annotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`;
  return kind<core.ServiceAccount>({
    warnings: ({ metadata }, old) =>
      metadata?.annotations?.[annotation] === undefined || old?.metadata?.annotations?.[annotation] !== undefined
        ? []
        : [text],
  });
}
