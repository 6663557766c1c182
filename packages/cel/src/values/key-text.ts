import { formatDouble } from "./text.ts";
import { doubleOf, numberOf, type Value } from "./value.ts";

/** A map key as error messages show it. */
export function keyText(key: Value): string {
  const double = doubleOf(key);
  return double === undefined ? String(numberOf(key) ?? key) : formatDouble(double);
}
