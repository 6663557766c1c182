import type { FieldSelector } from "./field-selector.ts";

/** Selectors with more requirements are matched by field. */
const fewRequirements = 8;

/** True if all requirements hold. The time goes by the fields, not by the selector's length. */
export function matchesFields(selector: FieldSelector, valueAt: (field: string) => string | undefined): boolean {
  const { requirements } = selector;
  if (requirements.length > fewRequirements) return matcherOf(selector).matches(valueAt);
  for (const { field, op, value } of requirements)
    if (((valueAt(field) ?? "") === value) !== (op === "=")) return false;
  return true;
}

const matchers = new WeakMap<FieldSelector, FieldMatcher>();

function matcherOf(selector: FieldSelector): FieldMatcher {
  let matcher = matchers.get(selector);
  if (matcher === undefined) matchers.set(selector, (matcher = new FieldMatcher(selector)));
  return matcher;
}

/** The values of one field. */
interface FieldCondition {
  readonly required: Set<string>;
  readonly excluded: Set<string>;
}

/** The requirements of a selector by their fields. */
class FieldMatcher {
  readonly #conditions = new Map<string, FieldCondition>();

  constructor({ requirements }: FieldSelector) {
    for (const { field, op, value } of requirements) {
      let condition = this.#conditions.get(field);
      if (condition === undefined)
        this.#conditions.set(field, (condition = { required: new Set(), excluded: new Set() }));
      (op === "=" ? condition.required : condition.excluded).add(value);
    }
  }

  matches(valueAt: (field: string) => string | undefined): boolean {
    for (const [field, { required, excluded }] of this.#conditions) {
      const value = valueAt(field) ?? "";
      if (excluded.has(value) || required.size > 1 || (required.size === 1 && !required.has(value))) return false;
    }
    return true;
  }
}
