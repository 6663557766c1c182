import type { Dialect } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";

/**
 * Resources that no policy is evaluated for, so that no policy prevents its own repair. Policies
 * may guard webhook configurations, since policies themselves can always be deleted.
 */
export const policyKinds: readonly string[] = [
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "mutatingadmissionpolicies",
  "mutatingadmissionpolicybindings",
];

/** Resources that configure admission; no webhook is called for them. */
export const configurationKinds: readonly string[] = [
  "validatingwebhookconfigurations",
  "mutatingwebhookconfigurations",
  ...policyKinds,
];

/** Whether a request is about one of some kinds of the group of configurations. */
export function isOneOf(kinds: readonly string[], dialect: Dialect): (request: AdmissionRequest) => boolean {
  const group = dialect.expand("admissionregistration.{api}");
  const exempt = new Set(kinds);
  return ({ resource }) => resource.group === group && exempt.has(resource.resource);
}
