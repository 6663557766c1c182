import type { Value } from "../values/value.ts";

/** What one evaluation works with. */
export interface Frame {
  readonly vars: Readonly<Record<string, Value | undefined>>;
  /** Variables of comprehensions. */
  readonly slots: Value[];
  cost: number;
  readonly limit: number;
}

/** A planned expression. Errors come back as `CelError`; only a spent budget throws. */
export type Code = (f: Frame) => Value;

/** Thrown through every `||` when the budget is spent. */
export class BudgetExceeded {
  readonly message = "operation cancelled: actual cost limit exceeded";
}

/** Adds a cost that grows with the data, before the work is done. */
export function charge(f: Frame, cost: number): void {
  f.cost += cost;
  if (f.cost > f.limit) throw new BudgetExceeded();
}
