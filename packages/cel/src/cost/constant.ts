import { exactly, type Range } from "../declarations/size.ts";
import { codePointLength } from "../values/text.ts";
import type { Value } from "../values/value.ts";

/** The size of a literal. */
export function constantSize(value: Value): Range | undefined {
  if (typeof value === "string") return exactly(codePointLength(value));
  if (value instanceof Uint8Array) return exactly(value.length);
  return exactly(1);
}
