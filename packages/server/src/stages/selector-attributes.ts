import type { Attributes, SelectorRequirement } from "@svc/authz";
import { type FieldSelector, type LabelSelector, parseFieldSelector, parseLabelSelector } from "@svc/meta";

type Selectors = Pick<Attributes, "fieldSelector" | "labelSelector">;

/**
 * The selectors of a query, as authorizers see them. One that cannot be read selects everything
 * here, and is refused later.
 */
export function selectorAttributes(query: URLSearchParams): Selectors {
  const fields = parseFieldSelector(query.get("fieldSelector") ?? "");
  const labels = parseLabelSelector(query.get("labelSelector") ?? "");
  const fieldSelector = fields.ok ? fieldRequirements(fields.selector) : [];
  const labelSelector = labels.ok ? labelRequirements(labels.selector) : [];
  return {
    ...(fieldSelector.length === 0 ? {} : { fieldSelector }),
    ...(labelSelector.length === 0 ? {} : { labelSelector }),
  };
}

/** Converts a field selector into requirements that an authorizer reads. */
export function fieldRequirements({
  requirements,
}: Pick<FieldSelector, "requirements">): readonly SelectorRequirement[] {
  return requirements.map(({ field, op, value }) => ({
    key: field,
    operator: op === "=" ? "In" : "NotIn",
    values: [value],
  }));
}

/**
 * Numeric comparisons are dropped: authorizers do not support them, and dropping a requirement only
 * widens the selection.
 */
export function labelRequirements({
  requirements,
}: Pick<LabelSelector, "requirements">): readonly SelectorRequirement[] {
  return requirements.flatMap((requirement): SelectorRequirement[] => {
    const { key } = requirement;
    switch (requirement.op) {
      case "in":
        return [{ key, operator: "In", values: requirement.values }];
      case "notIn":
        return [{ key, operator: "NotIn", values: requirement.values }];
      case "exists":
        return [{ key, operator: "Exists", values: [] }];
      case "doesNotExist":
        return [{ key, operator: "DoesNotExist", values: [] }];
      default:
        return [];
    }
  });
}
