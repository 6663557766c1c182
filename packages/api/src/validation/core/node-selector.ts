import { dns1123Subdomain, labelValue, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, each, isEmpty, members, named, needed } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";

const key = named(qualifiedName);
const values = each(named(labelValue));
const fieldValues = each(named(dns1123Subdomain));

/** The fields of nodes that selectors support. */
const nodeFields: ReadonlySet<string> = new Set(["metadata.name"]);

function expression(requirement: core.NodeSelectorRequirement, at: FieldPath): void {
  switch (requirement.operator) {
    case "In":
    case "NotIn":
      if (isEmpty(requirement.values))
        at.field("values").required("must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case "Exists":
    case "DoesNotExist":
      if (!isEmpty(requirement.values))
        at.field("values").forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    case "Gt":
    case "Lt":
      if (requirement.values?.length !== 1)
        at.field("values").required("must be specified single value when `operator` is 'Lt' or 'Gt'");
      break;
    default:
      at.field("operator").invalid(requirement.operator ?? "", "not a valid selector operator");
  }
  key(requirement.key ?? "", at.field("key"));
}

function fieldRequirement(
  { key: name = "", operator, values: names = [] }: core.NodeSelectorRequirement,
  at: FieldPath,
): void {
  if (operator === "In" || operator === "NotIn") {
    if (names.length !== 1)
      at.field("values").required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
  } else at.field("operator").invalid(operator ?? "", "not a valid selector operator");
  if (nodeFields.has(name)) fieldValues(names, at.field("values"));
  else at.field("key").invalid(name, "not a valid field selector key");
}

export const nodeSelectorTerm: Check<core.NodeSelectorTerm> = members<core.NodeSelectorTerm>({
  matchExpressions: each((requirement, at) => {
    expression(requirement, at);
    values(requirement.values ?? [], at.field("values"));
  }),
  matchFields: each(fieldRequirement),
});

export const nodeSelector: Check<core.NodeSelector> = members<core.NodeSelector>({
  nodeSelectorTerms: needed(each(nodeSelectorTerm), "must have at least one node selector term"),
});
