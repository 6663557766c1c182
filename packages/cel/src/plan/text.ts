import { formatDouble } from "../values/text.ts";
import { type Value, doubleOf, numberOf } from "../values/value.ts";

/** A map key as error messages show it. */
export function keyText(key: Value): string {
  const double = doubleOf(key);
  return double === undefined ? String(numberOf(key) ?? key) : formatDouble(double);
}
