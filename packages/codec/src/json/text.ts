/** JSON text as Go formats it. */
import { sortedTexts } from "@svc/meta";

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
  if (text.length < longText && isPlain(text)) return `"${text}"`;
  return escapeMarkup(JSON.stringify(text.toWellFormed()));
}

/** Markup characters of JSON text are all within strings. */
function escapeMarkup(json: string): string {
  return hasMarkup(json) ? json.replace(markup, (char) => escaped.get(char) as string) : json;
}

/** True for text that needs no escapes, and is the same as bytes. */
export function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isPlainCode(text.charCodeAt(i))) return false;
  return true;
}

/** True for printable ASCII but quotes, backslashes and markup. */
export function isPlainCode(code: number): boolean {
  if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
  return code !== 0x3c && code !== 0x3e && code !== 0x26;
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
  switch (typeof value) {
    case "string":
      return quoteJson(value);
    case "number":
    case "bigint":
      return numberJson(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? listJson(value) : membersJson(value as Members);
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

/** Names sorted by their UTF-8 bytes. */
export function sortedKeys(members: object): readonly string[] {
  const names = Object.keys(members);
  if (names.length < 2) return names;
  return names.every(isPlain) ? sortedTexts(names) : names.sort(compareUtf8);
}

function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function listJson(list: readonly unknown[]): string {
  let items = "";
  for (let i = 0; i < list.length; i++) items += `${i === 0 ? "" : ","}${valueJson(list[i])}`;
  return `[${items}]`;
}

type Members = Readonly<Record<string, unknown>>;

function membersJson(members: Members): string {
  const names = Object.keys(members);
  const arePlain = names.every(isPlain);
  let out = "";
  for (const name of names) {
    const member = members[name];
    if (member === undefined) continue;
    const quoted = arePlain ? `"${name}"` : quoteJson(name);
    out += `${out === "" ? "" : ","}${quoted}:${valueJson(member)}`;
  }
  return `{${out}}`;
}
