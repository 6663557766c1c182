import type { FeatureGates } from "@svc/schema";

export type Members = Record<string, unknown>;

/** Sets the defaults of absent members, in place. */
export type Fill = (value: Members, gates: FeatureGates) => void;

/** The default of one member. */
type Rule =
  /** Taken where the member is unset: absent or, of text, empty. */
  | string
  | number
  | boolean
  /** Sets defaults within a member that is present. */
  | Fill
  | Each
  | OrZero
  | IfAbsent
  | Created;

class Each {
  readonly fill: Fill;
  constructor(fill: Fill) {
    this.fill = fill;
  }
}

class OrZero {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

class IfAbsent {
  readonly value: number | string;
  constructor(value: number | string) {
    this.value = value;
  }
}

class Created {
  readonly fill: Fill;
  constructor(fill: Fill) {
    this.fill = fill;
  }
}

/** Every item of a list, or every value of a map. */
export function each(fill: Fill): Each {
  return new Each(fill);
}

/** A number for which 0 is unset as well. */
export function orZero(value: number): OrZero {
  return new OrZero(value);
}

/** A member of which empty text is a value of its own, which is then not valid. */
export function ifAbsent(value: number | string): IfAbsent {
  return new IfAbsent(value);
}

/** An object that is made where it is absent, and then filled. */
export function created(fill: Fill = nothing): Created {
  return new Created(fill);
}

function nothing(): void {
  // An empty object is all there is to it.
}

/**
 * Fills members by rules, in the order of the rules; several rules for one member go into several
 * calls.
 */
export function members(rules: Readonly<Record<string, Rule>>): Fill {
  const steps = Object.entries(rules).map(([name, rule]) => stepOf(name, rule));
  return (value, gates) => {
    for (const step of steps) step(value, gates);
  };
}

/** One after another. */
export function all(...fills: readonly Fill[]): Fill {
  return (value, gates) => {
    for (const fill of fills) fill(value, gates);
  };
}

function stepOf(name: string, rule: Rule): Fill {
  if (typeof rule === "function") {
    return (value, gates) => {
      const member = value[name];
      if (isMembers(member)) rule(member, gates);
    };
  }
  if (rule instanceof Each) {
    return (value, gates) => {
      const list = value[name];
      if (typeof list !== "object" || list === null) return;
      for (const item of Array.isArray(list) ? list : Object.values(list)) if (isMembers(item)) rule.fill(item, gates);
    };
  }
  if (rule instanceof OrZero) {
    return (value) => {
      if (value[name] === undefined || value[name] === 0) value[name] = rule.value;
    };
  }
  if (rule instanceof IfAbsent) {
    return (value) => {
      value[name] ??= rule.value;
    };
  }
  if (rule instanceof Created) {
    return (value, gates) => {
      const member = (value[name] ??= {});
      if (isMembers(member)) rule.fill(member, gates);
    };
  }
  return (value) => {
    if (value[name] === undefined || value[name] === "") value[name] = rule;
  };
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
