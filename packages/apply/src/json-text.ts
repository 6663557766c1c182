import type { JsonValue } from "@svc/meta";

const plain = /^[\w ./:@+=-]*$/;
const unsafe = /[<>&\u2028\u2029\b\f]/;
const special = /[<>&\u2028\u2029]|\\[bf\\]/g;

/** Text as a JSON string safe for HTML: the way the API writes strings in keys and annotations. */
export function stringText(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(text);
  if (!unsafe.test(text)) return quoted;
  return quoted.replace(special, (found) => {
    if (found === "\\\\") return found;
    const code = found === "\\b" ? 8 : found === "\\f" ? 12 : found.charCodeAt(0);
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** JSON on one line with sorted members: one text for all spellings of a value. */
export function jsonText(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return stringText(value);
    case "object": {
      if (value === null) return "null";
      if (isList(value)) return `[${value.map(jsonText).join(",")}]`;
      const members = Object.keys(value).sort(compareText);
      return `{${members.map((name) => `${stringText(name)}:${jsonText(value[name] ?? null)}`).join(",")}}`;
    }
    default:
      // Exponents have at least two digits.
      return String(value).replace(/e([+-])(\d)$/, "e$10$2");
  }
}

export function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isMap(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const surrogate = /[\ud800-\udfff]/;

/**
 * Orders by code points, as UTF-8 bytes do. Code units would order the astral planes before U+E000.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  if (!surrogate.test(a) && !surrogate.test(b)) return a < b ? -1 : 1;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Units of surrogate pairs stand for code points above all others. */
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit;
}
