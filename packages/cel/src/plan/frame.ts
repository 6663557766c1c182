import type { Meter } from "../values/meter.ts";
import type { Value } from "../values/value.ts";

/** The state of one evaluation: variables, slots and the meter of its cost. */
export interface Frame extends Meter {
  readonly vars: Readonly<Record<string, Value | undefined>>;
  /** Variables of comprehensions. */
  readonly slots: Value[];
}

/** A planned expression. Errors come back as `CelError`; only a spent budget throws. */
export type Code = (f: Frame) => Value;
