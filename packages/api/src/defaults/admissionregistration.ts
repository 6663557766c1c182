import { all, created, each, type Fill, ifAbsent, members } from "./fill.ts";
import { servicePort } from "./service-reference.ts";

const rules = each(members({ scope: ifAbsent("*") }));
/** Defaults of selectors: an absent selector matches every object. */
const selectors = members({
  matchPolicy: ifAbsent("Equivalent"),
  namespaceSelector: created(),
  objectSelector: created(),
});

const webhook: Fill = all(
  selectors,
  members({ failurePolicy: ifAbsent("Fail"), timeoutSeconds: 10, rules, clientConfig: servicePort }),
);
const matchResources: Fill = all(selectors, members({ resourceRules: rules, excludeResourceRules: rules }));
const policy: Fill = members({ spec: members({ failurePolicy: ifAbsent("Fail"), matchConstraints: matchResources }) });
const binding: Fill = members({ spec: members({ matchResources }) });

export const admissionregistrationDefaults: Readonly<Record<string, Fill>> = {
  ValidatingWebhookConfiguration: members({ webhooks: each(webhook) }),
  MutatingWebhookConfiguration: members({
    webhooks: each(all(webhook, members({ reinvocationPolicy: ifAbsent("Never") }))),
  }),
  ValidatingAdmissionPolicy: policy,
  MutatingAdmissionPolicy: policy,
  ValidatingAdmissionPolicyBinding: binding,
  MutatingAdmissionPolicyBinding: all(
    binding,
    members({ spec: members({ paramRef: members({ parameterNotFoundAction: ifAbsent("Deny") }) }) }),
  ),
};
