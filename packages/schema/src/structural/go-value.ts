import { type StructureNotation, showStructure } from "@svc/base";
import { displayAs, quote } from "@svc/meta";

/**
 * Formats a value for messages about extension types: objects and lists as the original prints
 * them, null in quotes.
 */
export function displayGoValue(value: unknown): unknown {
  if (value === null) return "null";
  return typeof value === "object" ? displayAs(showStructure(value, goValue)) : numberOr(value);
}

function numberOr(value: unknown): unknown {
  return typeof value === "number" ? displayAs(numberText(value)) : value;
}

const goValue: StructureNotation = {
  list: ["[]interface {}{", "}"],
  map: ["map[string]interface {}{", "}"],
  separator: ", ",
  sortedKeys: true,
  key: quote,
  scalar: (value) => {
    if (typeof value === "string") return quote(value);
    if (typeof value === "number") return numberText(value);
    return value === null ? "interface {}(nil)" : String(value);
  },
};

/**
 * Integers that a number holds exactly are plain; other numbers have an exponent from a million on,
 * and below 0.0001.
 */
export function numberText(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : floatText(value);
}

/** Formats a floating-point number, whole ones too: exponents have at least two digits. */
export function floatText(value: number): string {
  const size = Math.abs(value);
  const plain = size !== 0 && (size < 1e-4 || size >= 1e6) ? value.toExponential() : String(value);
  return plain.replace(/e([+-])(\d)$/, "e$10$2");
}
