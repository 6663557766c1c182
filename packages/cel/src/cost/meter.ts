/** What one evaluation has cost, and the most that it may. */
export interface Meter {
  cost: number;
  readonly limit: number;
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
