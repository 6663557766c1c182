import type { admissionregistrationv1 as admissionv1 } from "@svc/types";
import { type Check, each, isEmpty, members } from "../common/check.ts";
import { labelSelector } from "../common/label-selector.ts";
import { namedRule } from "./rules.ts";
import { matchPolicy } from "./webhooks.ts";

type MatchResources = admissionv1.MatchResources;

/** Which objects a policy is about. */
export const matchResources: Check<MatchResources> = members<MatchResources>({
  matchPolicy,
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  resourceRules: each(namedRule),
  excludeResourceRules: each(namedRule),
});

/** Match constraints of policies, which must name resources. */
export const matchConstraints: Check<MatchResources> = (value, at) => {
  matchResources(value, at);
  if (isEmpty(value.resourceRules)) at.field("resourceRules").required();
};
