import { labelValue, qualifiedName } from "@svc/meta";
import type { metav1 } from "@svc/types";
import { type Check, each, isEmpty, members, named, sortedKeys } from "./check.ts";
import type { FieldPath } from "./field-path.ts";

type Labels = Readonly<Record<string, string>>;

const labelKey = named(qualifiedName);
const labelText = named(labelValue);

/** Keys and values of labels; all errors are those of the map. */
export const labels: Check<Labels> = (map, at) => {
  for (const key of sortedKeys(map)) {
    labelKey(key, at);
    labelText(map[key] ?? "", at);
  }
};

/** Annotations: keys in lower case are qualified names, and all together have at most 256 KiB. */
export const annotations: Check<Labels> = (map, at) => {
  let bytes = 0;
  for (const key of sortedKeys(map)) {
    for (const problem of qualifiedName(key.toLowerCase())) at.invalid(key, problem);
    bytes += Buffer.byteLength(key) + Buffer.byteLength(map[key] ?? "");
  }
  if (bytes > 256 * 1024) at.tooLong(256 * 1024);
};

/** The operators of a requirement and how many values each takes. */
function requirementValues(operator: string, values: readonly string[] | undefined, at: FieldPath): void {
  switch (operator) {
    case "In":
    case "NotIn":
      if (isEmpty(values)) at.field("values").required("must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case "Exists":
    case "DoesNotExist":
      if (!isEmpty(values))
        at.field("values").forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    default:
      at.field("operator").invalid(operator, "not a valid selector operator");
  }
}

const expression: Check<metav1.LabelSelectorRequirement> = (requirement, at) => {
  requirementValues(requirement.operator ?? "", requirement.values, at);
  labelKey(requirement.key ?? "", at.field("key"));
  each(named(labelValue))(requirement.values ?? [], at.field("values"));
};

export const labelSelector: Check<metav1.LabelSelector> = members<metav1.LabelSelector>({
  matchLabels: labels,
  matchExpressions: each(expression),
});
