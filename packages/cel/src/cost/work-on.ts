import { type Meter, work } from "../values/meter.ts";
import type { ListLike, Value } from "../values/value.ts";

/** Values smaller than this are not worth counting. */
const small = 1000;

/** Whether a text, a list or bytes are so long that looking at them counts. */
export function isLarge(v: Value): v is string | ListLike | Uint8Array {
  return (typeof v === "string" || (typeof v === "object" && v !== null && "length" in v)) && Number(v.length) > small;
}

/** Counts the work on arguments as far as the call was not charged for it. */
export function workOn(meter: Meter, args: readonly Value[], charged: number): void {
  for (const arg of args) if (isLarge(arg)) work(meter, Math.max(0, Math.ceil(arg.length / 10) - charged));
}
