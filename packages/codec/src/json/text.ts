/** JSON text as Go formats it. */
import { sortedTexts } from "@svc/meta";

const special = /["\\<>&\u0000-\u001f\u2028\u2029\ud800-\udfff]/;
/**
 * Characters that HTML or old JavaScript engines would misread: escaped here, but not by the
 * engine.
 */
const escaped: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "<": "\\u003c",
    ">": "\\u003e",
    "&": "\\u0026",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
  }),
);
const markup = /[<>&\u2028\u2029]/g;

/** From this length on, the engine's own writer is faster than a regular expression. */
const longText = 64;

/** Quotes text. HTML markup characters are escaped too; unpaired surrogates become U+FFFD. */
export function quoteJson(text: string): string {
  if (text.length < longText && !special.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(text.toWellFormed());
  return hasMarkup(quoted) ? quoted.replace(markup, (char) => escaped.get(char) as string) : quoted;
}

/** Searching for single characters is faster than a regular expression. */
function hasMarkup(text: string): boolean {
  return (
    text.includes("<") || text.includes(">") || text.includes("&") || text.includes("\u2028") || text.includes("\u2029")
  );
}

/** @throws {TypeError} for a value that is no JSON number */
export function numberJson(value: number | bigint): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
  return String(value);
}

/**
 * Writes any JSON value with members in their own order. Undefined members are omitted.
 * @throws {TypeError} for values that JSON cannot express
 */
export function valueJson(value: unknown): string {
  return write(value, Object.keys);
}

/** Writes any JSON value with members sorted by name, as Go writes maps. */
export function sortedJson(value: unknown): string {
  return write(value, sortedKeys);
}

/** Names sorted by their UTF-8 bytes. */
export function sortedKeys(members: object): readonly string[] {
  const keys = Object.keys(members);
  if (keys.length < 2) return keys;
  return keys.some(isAstral) ? keys.sort(compareUtf8) : sortedTexts(keys);
}

function isAstral(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function write(value: unknown, keysOf: (members: object) => readonly string[]): string {
  switch (typeof value) {
    case "string":
      return quoteJson(value);
    case "number":
    case "bigint":
      return numberJson(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      break;
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${value.map((item) => write(item, keysOf)).join(",")}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let out = "";
  for (const name of keysOf(members)) {
    const member = members[name];
    if (member !== undefined) out += `${out === "" ? "{" : ","}${quoteJson(name)}:${write(member, keysOf)}`;
  }
  return out === "" ? "{}" : `${out}}`;
}
