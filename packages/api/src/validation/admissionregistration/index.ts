import type { Dialect } from "@svc/meta";
import type { Expressions } from "@svc/schema";
import type { KindValidation } from "../common/kind-validation.ts";
import { mutatingPolicy, mutatingPolicyBinding } from "./mutating-policy.ts";
import { validatingPolicy, validatingPolicyBinding } from "./validating-policy.ts";
import { webhookConfiguration } from "./webhooks.ts";

export function admissionregistrationValidation(
  _dialect: Dialect,
  expressions?: Expressions,
): Readonly<Record<string, KindValidation>> {
  return {
    ValidatingWebhookConfiguration: webhookConfiguration(expressions),
    MutatingWebhookConfiguration: webhookConfiguration(expressions),
    ValidatingAdmissionPolicy: validatingPolicy(expressions),
    ValidatingAdmissionPolicyBinding: validatingPolicyBinding,
    MutatingAdmissionPolicy: mutatingPolicy(expressions),
    MutatingAdmissionPolicyBinding: mutatingPolicyBinding,
  };
}
