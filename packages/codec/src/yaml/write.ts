import { appendAll } from "@svc/base";
import type { JsonValue } from "@svc/meta";
import { parseExact } from "../json/parse.ts";
import { toJson } from "../json/to-json.ts";
import { compareKeys } from "./key-order.ts";
import { textScalar } from "./scalar.ts";

/** Converts JSON to YAML with sorted members. */
export function yamlOf(json: Uint8Array): Buffer {
  const out: string[] = [];
  writeValue(out, toJson(parseExact(json)), { indent: 0, column: 0, within: "document" });
  return Buffer.from(`${out.join("")}\n`);
}

interface Position {
  /** Of the keys or dashes that the value would write. */
  readonly indent: number;
  /** The column at which the value begins. */
  readonly column: number;
  readonly within: "document" | "map" | "list";
}

function writeValue(out: string[], value: JsonValue | bigint, position: Position): void {
  if (typeof value === "string") {
    appendAll(out, lead(position));
    out.push(textScalar(value, scalarPosition(position)));
  } else if (typeof value !== "object" || value === null) {
    appendAll(out, lead(position));
    out.push(plainOf(value));
  } else if (Array.isArray(value)) writeList(out, value, position);
  else writeMap(out, value as Readonly<Record<string, JsonValue>>, position);
}

/** A value on the line of its key follows a space. */
function lead({ within }: Position): readonly string[] {
  return within === "map" ? [" "] : [];
}

function scalarPosition({ indent, column, within }: Position): { readonly column: number; readonly indent: number } {
  if (within === "document") return { column: 0, indent: 2 };
  return { column: within === "map" ? column + 1 : column, indent };
}

function writeList(out: string[], items: readonly JsonValue[], { indent, within }: Position): void {
  if (items.length === 0) {
    out.push(within === "map" ? " []" : "[]");
    return;
  }
  // Dashes are aligned with the first letter of their key.
  const at = within === "map" ? indent - 2 : indent;
  items.forEach((item, i) => {
    if (i > 0 || within === "map") out.push(`\n${" ".repeat(at)}`);
    out.push("- ");
    writeValue(out, item, { indent: at + 2, column: at + 2, within: "list" });
  });
}

/** Longer keys are written as complex keys. */
const maxKeyLength = 128;

function writeMap(out: string[], map: Readonly<Record<string, JsonValue>>, { indent, within }: Position): void {
  const keys = Object.keys(map).sort(compareKeys);
  if (keys.length === 0) {
    out.push(within === "map" ? " {}" : "{}");
    return;
  }
  keys.forEach((key, i) => {
    if (i > 0 || within === "map") out.push(`\n${" ".repeat(indent)}`);
    const text = textScalar(key, { column: indent, indent: indent + 2, isKey: true });
    const isLong = Buffer.byteLength(key) > maxKeyLength;
    const head = isLong
      ? `? ${textScalar(key, { column: indent + 2, indent: indent + 2 })}\n${" ".repeat(indent)}:`
      : `${text}:`;
    out.push(head);
    const column = isLong ? indent + 1 : indent + head.length;
    writeValue(out, map[key] ?? null, { indent: indent + 2, column, within: "map" });
  });
}

function plainOf(value: number | bigint | boolean | null): string {
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return floatText(value);
}

/**
 * Numbers with more than seven digits before the point, and small ones, get an exponent of at least
 * two digits.
 */
function floatText(value: number): string {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 21) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
