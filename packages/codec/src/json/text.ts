/** JSON text as Go formats it. */
import { sortedTexts } from "@svc/meta";
import { sortMembers, unsortable } from "./sort-members.ts";

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

/** True for printable ASCII without quotes, backslashes and markup. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
    if (code === 0x3c || code === 0x3e || code === 0x26) return false;
  }
  return true;
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
  return write(value, false);
}

/**
 * Writes any JSON value with members sorted by name, as Go writes maps.
 * @throws {TypeError} for values that JSON cannot express
 */
export function sortedJson(value: unknown): string {
  const sorted = sortMembers(value);
  if (sorted === unsortable) return write(value, true);
  // The engine's own writer is several times as fast.
  const json = JSON.stringify(sorted);
  return hasSurrogates(json) ? write(value, true) : escapeMarkup(json);
}

/**
 * True for text with code points beyond U+D7FF: their order by UTF-16 units is not that of UTF-8
 * bytes, and the engine escapes unpaired surrogates.
 */
function hasSurrogates(json: string): boolean {
  return high.test(json) || json.includes("\\ud");
}

const high = /[\ud800-\uffff]/;

/** Names sorted by their UTF-8 bytes. */
export function sortedKeys(members: object): readonly string[] {
  const names = Object.keys(members);
  return names.length < 2 ? names : sortNames(names, names.every(isPlain));
}

function sortNames(names: string[], arePlain: boolean): readonly string[] {
  return arePlain ? sortedTexts(names) : names.sort(compareUtf8);
}

function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function write(value: unknown, sorts: boolean): string {
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
      return Array.isArray(value) ? writeList(value, sorts) : writeMembers(value as Members, sorts);
    default:
      throw new TypeError(`not a JSON value: ${typeof value}`);
  }
}

function writeList(list: readonly unknown[], sorts: boolean): string {
  let items = "";
  for (let i = 0; i < list.length; i++) items += `${i === 0 ? "" : ","}${write(list[i], sorts)}`;
  return `[${items}]`;
}

type Members = Readonly<Record<string, unknown>>;

function writeMembers(members: Members, sorts: boolean): string {
  const names = Object.keys(members);
  const arePlain = names.every(isPlain);
  if (sorts) sortNames(names, arePlain);
  let out = "";
  for (const name of names) {
    const member = members[name];
    if (member === undefined) continue;
    const quoted = arePlain ? `"${name}"` : quoteJson(name);
    out += `${out === "" ? "" : ","}${quoted}:${write(member, sorts)}`;
  }
  return `{${out}}`;
}
