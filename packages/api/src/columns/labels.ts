import { type LabelSelectorObject, labelSelectorFrom } from "@svc/meta";

/** `a=b,c=d`, sorted by key. */
export function labelsText(labels: Readonly<Record<string, string>> | undefined): string {
  const entries = Object.entries(labels ?? {});
  if (entries.length === 0) return "<none>";
  return entries
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(",");
}

/** A selector as people write it, `<none>` where it is empty. */
export function selectorText(selector: LabelSelectorObject | undefined): string {
  const text = bareSelectorText(selector);
  if (text === undefined) return "<error>";
  return text === "" ? "<none>" : text;
}

/** `a=b,c in (d,e),!f`, sorted by key, undefined for a selector that means nothing. */
export function bareSelectorText(selector: LabelSelectorObject | undefined): string | undefined {
  if (selector === undefined) return "";
  if (labelSelectorFrom(selector) === undefined) return undefined;
  const labels = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values }) => ({
    key,
    text: expressionText(key, operator, values),
  }));
  return [...labels, ...expressions]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ text }) => text)
    .join(",");
}

function expressionText(key: string, operator: string, values: readonly string[] = []): string {
  if (operator === "Exists") return key;
  if (operator === "DoesNotExist") return `!${key}`;
  return `${key} ${operator === "In" ? "in" : "notin"} (${[...values].sort().join(",")})`;
}
