import { aNonNegativeNumber, checkArgument } from "@svc/base/check";

/** The cost of one evaluation, and its limit. */
export interface Meter {
  cost: number;
  readonly limit: number;
  /** Work that costs leave out, in the same units. */
  work: number;
}

/**
 * Creates a meter at zero that stops an evaluation once its cost passes `limit`.
 * @throws {TypeError} for a wrong argument
 */
export function createMeter(limit: number): Meter {
  checkArgument("createMeter: limit", limit, aNonNegativeNumber);
  return { cost: 0, limit, work: 0 };
}

/** Thrown through every `||` when the budget is spent. */
export class BudgetExceeded {
  readonly message = "operation cancelled: actual cost limit exceeded";
}

/** Adds a cost that grows with the data, before the work is done. */
export function charge(meter: Meter, cost: number): void {
  meter.cost += cost;
  if (meter.cost > meter.limit) throw new BudgetExceeded();
}

const freeWork = 500_000;

/**
 * Counts work that the costs of the language omit, such as the comparison of nested lists. The
 * first part is free, so that only attacks are charged.
 */
export function work(meter: Meter, units: number): void {
  meter.work += units;
  if (meter.work > freeWork) charge(meter, units);
}
