import { type DisplayValue, displayAs, quote } from "@svc/meta";
import type { Check } from "./check.ts";
import { percent } from "./names.ts";
import { notNegative } from "./number.ts";

/** An integer or a string as errors display it. */
export function shownIntOrString(value: number | string): DisplayValue {
  const [type, number, text] = typeof value === "number" ? [0, value, ""] : [1, 0, value];
  return displayAs(`intstr.IntOrString{Type:${type}, IntVal:${number}, StrVal:${quote(text)}}`);
}

/** A number, or a share of all. */
export const numberOrPercent: Check<number | string> = (value, at) => {
  if (typeof value === "number") return notNegative(value, at);
  for (const problem of percent(value)) at.invalid(shownIntOrString(value), problem);
};

/** As text a share, which is not more than all; numbers are free. */
export const atMostAll: Check<number | string> = (value, at) => {
  if (typeof value === "string" && percent(value).length === 0 && Number.parseInt(value, 10) > 100)
    at.invalid(shownIntOrString(value), "must not be greater than 100%");
};
