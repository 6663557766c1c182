/** The expressions of a policy cost too much all together. */
export class OutOfBudgetError extends Error {
  constructor() {
    super("validation failed due to running out of cost budget, no further validation rules will be run");
    this.name = "OutOfBudgetError";
  }
}

/** The maximum cost of all expressions of a policy together, and of all its conditions. */
export const maxPolicyCost = 10_000_000;
export const maxConditionsCost = 2_500_000;

/** Adds up what the expressions about one request cost. */
export interface CostBudget {
  /** @throws {OutOfBudgetError} */
  spend(cost: number): void;
}

/** A budget of a number of units. */
export function costBudget(units: number): CostBudget {
  let left = units;
  return {
    spend: (cost) => {
      left -= cost;
      if (left < 0) throw new OutOfBudgetError();
    },
  };
}
