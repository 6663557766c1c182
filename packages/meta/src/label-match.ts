import { type LabelRequirement, type LabelSelector, type Labels, parseInt64 } from "./label-selector.ts";

/** Selectors with more requirements or values are matched by key. */
const fewConditions = 8;

/** True if all requirements hold. The time goes by the labels, not by the selector's length. */
export function matchesLabels(selector: LabelSelector, labels: Labels | undefined): boolean {
  const { requirements } = selector;
  if (isLong(requirements)) return matcherOf(selector).matches(labels);
  for (const r of requirements)
    if (!holds(r, labels !== undefined && Object.hasOwn(labels, r.key) ? labels[r.key] : undefined)) return false;
  return true;
}

function isLong(requirements: readonly LabelRequirement[]): boolean {
  if (requirements.length > fewConditions) return true;
  for (const r of requirements) if ("values" in r && r.values.length > fewConditions) return true;
  return false;
}

function holds(r: LabelRequirement, value: string | undefined): boolean {
  switch (r.op) {
    case "exists":
      return value !== undefined;
    case "doesNotExist":
      return value === undefined;
    case "in":
      return value !== undefined && r.values.includes(value);
    case "notIn":
      return value === undefined || !r.values.includes(value);
    case "gt":
    case "lt": {
      const number = value === undefined ? undefined : parseInt64(value);
      if (number === undefined) return false;
      return r.op === "gt" ? number > r.value : number < r.value;
    }
  }
}

const matchers = new WeakMap<LabelSelector, LabelMatcher>();

function matcherOf(selector: LabelSelector): LabelMatcher {
  let matcher = matchers.get(selector);
  if (matcher === undefined) matchers.set(selector, (matcher = new LabelMatcher(selector)));
  return matcher;
}

/** The requirements of a selector by their keys. */
class LabelMatcher {
  readonly #conditions = new Map<string, KeyCondition>();
  /** The number of keys that an object must have. */
  #required = 0;

  constructor({ requirements }: LabelSelector) {
    for (const r of requirements) {
      let condition = this.#conditions.get(r.key);
      if (condition === undefined) this.#conditions.set(r.key, (condition = new KeyCondition()));
      condition.add(r);
    }
    for (const { isRequired } of this.#conditions.values()) if (isRequired) this.#required++;
  }

  matches(labels: Labels = {}): boolean {
    let missing = this.#required;
    for (const key in labels) {
      const condition = this.#conditions.get(key);
      const value = labels[key];
      if (condition === undefined || value === undefined) continue;
      if (!condition.holds(value)) return false;
      if (condition.isRequired) missing--;
    }
    return missing === 0;
  }
}

/** All requirements of one key. */
class KeyCondition {
  /** True if a label with the key is required. */
  isRequired = false;
  #isForbidden = false;
  #allowed: ReadonlySet<string> | undefined;
  readonly #excluded = new Set<string>();
  #above: bigint | undefined;
  #below: bigint | undefined;

  add(r: LabelRequirement): void {
    this.isRequired ||= r.op !== "doesNotExist" && r.op !== "notIn";
    switch (r.op) {
      case "exists":
        return;
      case "doesNotExist":
        this.#isForbidden = true;
        return;
      case "in": {
        const before = this.#allowed;
        this.#allowed = new Set(before === undefined ? r.values : r.values.filter((value) => before.has(value)));
        return;
      }
      case "notIn":
        for (const value of r.values) this.#excluded.add(value);
        return;
      case "gt":
        if (this.#above === undefined || r.value > this.#above) this.#above = r.value;
        return;
      case "lt":
        if (this.#below === undefined || r.value < this.#below) this.#below = r.value;
        return;
    }
  }

  /** @param value the value of a label with the key */
  holds(value: string): boolean {
    if (this.#isForbidden || this.#excluded.has(value) || this.#allowed?.has(value) === false) return false;
    if (this.#above === undefined && this.#below === undefined) return true;
    const number = parseInt64(value);
    if (number === undefined) return false;
    return (this.#above === undefined || number > this.#above) && (this.#below === undefined || number < this.#below);
  }
}
