import { appendAll } from "@svc/base";
import type { JsonValue } from "@svc/meta";
import { parseExact } from "../json/parse.ts";
import { toJson } from "../json/to-json.ts";
import { compareKeys } from "./key-order.ts";
import { textScalar } from "./scalar.ts";

/** JSON as YAML, members sorted. */
export function yamlOf(json: Uint8Array): Buffer {
  const out: string[] = [];
  writeValue(out, toJson(parseExact(json)), { indent: 0, column: 0, within: "document" });
  return Buffer.from(`${out.join("")}\n`);
}

interface FieldPath {
  /** Of the keys or dashes that the value would write. */
  readonly indent: number;
  /** Where on its line the value begins. */
  readonly column: number;
  readonly within: "document" | "map" | "list";
}

function writeValue(out: string[], value: JsonValue | bigint, place: FieldPath): void {
  if (typeof value === "string") {
    appendAll(out, lead(place));
    out.push(textScalar(value, scalarPlace(place)));
  } else if (typeof value !== "object" || value === null) {
    appendAll(out, lead(place));
    out.push(plainOf(value));
  } else if (Array.isArray(value)) writeList(out, value, place);
  else writeMap(out, value as Readonly<Record<string, JsonValue>>, place);
}

/** A value on the line of its key stands behind a space. */
function lead({ within }: FieldPath): readonly string[] {
  return within === "map" ? [" "] : [];
}

function scalarPlace({ indent, column, within }: FieldPath): { readonly column: number; readonly indent: number } {
  if (within === "document") return { column: 0, indent: 2 };
  return { column: within === "map" ? column + 1 : column, indent };
}

function writeList(out: string[], items: readonly JsonValue[], { indent, within }: FieldPath): void {
  if (items.length === 0) {
    out.push(within === "map" ? " []" : "[]");
    return;
  }
  // Dashes stand below the first letter of their key.
  const at = within === "map" ? indent - 2 : indent;
  items.forEach((item, i) => {
    if (i > 0 || within === "map") out.push(`\n${" ".repeat(at)}`);
    out.push("- ");
    writeValue(out, item, { indent: at + 2, column: at + 2, within: "list" });
  });
}

/** Longer keys are written as values of their own. */
const maxKeyLength = 128;

function writeMap(out: string[], map: Readonly<Record<string, JsonValue>>, { indent, within }: FieldPath): void {
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
 * Seven digits before the point are many: then, and for small numbers, an exponent of two digits is
 * written.
 */
function floatText(value: number): string {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 21) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
