import { quote, type ShownValue, shownAs } from "@svc/meta";
import type * as metav1 from "../../gen/types/meta-v1.ts";
import { sortedKeys } from "./check.ts";

/** A selector as errors show it that say nothing else: in the form in which programs print it. */
export function shownSelector({ matchLabels, matchExpressions }: metav1.LabelSelector): ShownValue {
  const labels =
    matchLabels &&
    `{${sortedKeys(matchLabels)
      .map((key) => `${quote(key)}:${quote(matchLabels[key] ?? "")}`)
      .join(", ")}}`;
  const requirements = matchExpressions && `{${matchExpressions.map(requirement).join(", ")}}`;
  return shownAs(
    `v1.LabelSelector{MatchLabels:map[string]string${labels ?? unset}, MatchExpressions:[]v1.LabelSelectorRequirement${requirements ?? unset}}`,
  );
}

const unset = "(nil)";

function requirement({ key, operator, values }: metav1.LabelSelectorRequirement): string {
  const list = values && `{${values.map(quote).join(", ")}}`;
  return `v1.LabelSelectorRequirement{Key:${quote(key)}, Operator:${quote(operator)}, Values:[]string${list ?? unset}}`;
}
