import type { Check } from "../common/check.ts";

/** Of conditions of this group only the types count: each is there, and each once. */
export const conditionTypes: Check<readonly { readonly type?: string }[]> = (conditions, at) => {
  const seen = new Set<string>();
  for (const [i, { type = "" }] of conditions.entries()) {
    const typeAt = at.item(i).field("type");
    if (seen.has(type)) typeAt.duplicate(type);
    seen.add(type);
    if (type === "") typeAt.required("must not be empty");
  }
};
