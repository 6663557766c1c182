import type { Meter } from "../values/meter.ts";
import type { Value } from "../values/value.ts";

/** What one evaluation works with. */
export interface Frame extends Meter {
  readonly vars: Readonly<Record<string, Value | undefined>>;
  /** Variables of comprehensions. */
  readonly slots: Value[];
}

/** A planned expression. Errors come back as `CelError`; only a spent budget throws. */
export type Code = (f: Frame) => Value;
