import { formatQuantity, parseQuantity } from "@svc/base";
import { type Fill, isMembers, type Members, members } from "./fill.ts";

const nanosInMilli = 1_000_000n;

/** Amounts of resources are rounded up to a thousandth. */
export const roundList: Fill = (list) => {
  for (const name in list) {
    const text = list[name];
    // Only text with a fraction or a smaller unit can have such parts.
    if (typeof text !== "string" || !/[.nu]|e-/i.test(text)) continue;
    const quantity = parseQuantity(text);
    if (quantity === undefined || quantity.nanos % nanosInMilli === 0n) continue;
    list[name] = formatQuantity({ ...quantity, nanos: roundUp(quantity.nanos) });
  }
};

function roundUp(nanos: bigint): bigint {
  const rest = nanos % nanosInMilli;
  return nanos > 0n ? nanos - rest + nanosInMilli : nanos - rest - nanosInMilli;
}

export const roundResources: Fill = members({ limits: roundList, requests: roundList });

export function listOf(value: Members, name: string): Members | undefined {
  const list = value[name];
  return isMembers(list) ? list : undefined;
}
