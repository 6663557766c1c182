import { type JsonValue, quote } from "@svc/meta";
import { compareText, isList, isMap } from "./json-text.ts";

/** Formats a value for API messages: `map[a:1 b:[x <nil>]]`. */
export function plainText(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (isList(value)) return `[${value.map(plainText).join(" ")}]`;
  if (!isMap(value)) return typeof value === "number" ? numberText(value) : String(value);
  return `map[${sortedNames(value)
    .map((name) => `${name}:${plainText(value[name] ?? null)}`)
    .join(" ")}]`;
}

/** Text for a message; values that are not texts are marked with their type. */
export function textOrMarked(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (value === null) return "%!s(<nil>)";
  if (isList(value)) return `[${value.map(textOrMarked).join(" ")}]`;
  if (!isMap(value)) return `%!s(${typeName(value)}=${plainText(value)})`;
  const members = sortedNames(value).map((name) => `${name}:${textOrMarked(value[name] ?? null)}`);
  return `map[${members.join(" ")}]`;
}

/** A value as messages of the API print it with its type: `map[string]interface {}{"a":1}`. */
export function typedText(value: JsonValue): string {
  if (value === null) return "interface {}(nil)";
  if (typeof value === "string") return quote(value);
  if (isList(value)) return `[]interface {}{${value.map(typedText).join(", ")}}`;
  if (!isMap(value)) return typeof value === "number" ? numberText(value) : String(value);
  const members = sortedNames(value).map((name) => `${quote(name)}:${typedText(value[name] ?? null)}`);
  return `map[string]interface {}{${members.join(", ")}}`;
}

/** The Go name of a value's type. */
export function typeName(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (isList(value)) return "[]interface {}";
  if (isMap(value)) return "map[string]interface {}";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    default:
      return isInteger(value) ? "int64" : "float64";
  }
}

/** The names of the members, in the order of their code units. */
export function sortedNames(value: Readonly<Record<string, JsonValue>>): readonly string[] {
  return Object.keys(value).sort(compareText);
}

function isInteger(value: JsonValue): boolean {
  return (
    typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 63)
  );
}

/** Integers are plain; other numbers get an exponent from 1e+21 on and below 1e-04. */
function numberText(value: number): string {
  if (isInteger(value)) return String(value);
  const small = Math.abs(value) < 1e-4 && value !== 0;
  const text = small ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}
