import { type DisplayValue, displayAs, displayList, quote } from "@svc/meta";
import type { metav1 } from "@svc/types";
import { sortedKeys } from "./check.ts";

// How errors show values that are not scalars: in the format of kube-apiserver's messages, which
// users know and search for.

/** A map of texts, such as labels. */
export function shownTexts(map: Readonly<Record<string, string>> | undefined): DisplayValue {
  return displayAs(texts(map));
}

export function shownSelector({ matchLabels, matchExpressions }: metav1.LabelSelector): DisplayValue {
  const requirements = matchExpressions && `{${matchExpressions.map(requirement).join(", ")}}`;
  return displayAs(
    `v1.LabelSelector{MatchLabels:${texts(matchLabels)}, MatchExpressions:[]v1.LabelSelectorRequirement${requirements ?? unset}}`,
  );
}

const unset = "(nil)";

function texts(map: Readonly<Record<string, string>> | undefined): string {
  const members =
    map &&
    sortedKeys(map)
      .map((key) => `${quote(key)}:${quote(map[key] ?? "")}`)
      .join(", ");
  return `map[string]string${members === undefined ? unset : `{${members}}`}`;
}

function requirement({ key, operator, values }: metav1.LabelSelectorRequirement): string {
  return `v1.LabelSelectorRequirement{Key:${quote(key)}, Operator:${quote(operator)}, Values:${displayList(values).shown}}`;
}
