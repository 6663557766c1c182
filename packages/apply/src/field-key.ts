import { type JsonValue, quote } from "@svc/meta";
import { compareText, isList, isMap, jsonText, stringText } from "./json-text.ts";

/**
 * One step of a field path, as `fieldsV1` spells it: `f:<name>` a field or map key, `k:<key
 * fields>` an item of an associative list, `v:<value>` an item of a set, `i:<number>` an item by
 * its index. Keys within this package are canonical: one text for one step.
 */
export type FieldKey = string;

/** The member that marks its node as part of the set. */
export const self = ".";

export function fieldKey(name: string): FieldKey {
  return `f:${name}`;
}

export function valueKey(value: JsonValue): FieldKey {
  return typeof value === "string" ? `v:${stringText(value)}` : `v:${jsonText(value)}`;
}

/**
 * The canonical spelling of a key from outside; undefined for unknown kinds of steps.
 * @throws {TypeError}
 */
export function parseKey(text: string): FieldKey | undefined {
  if (text === self) return text;
  if (text.length < 2 || text[1] !== ":") throw new TypeError(`${quote(text)} is not a path element`);
  const rest = text.slice(2);
  switch (text[0]) {
    case "f":
      return text;
    case "v":
      return valueKey(parseJson(rest));
    case "k": {
      const fields = parseJson(rest);
      if (!isMap(fields)) throw new TypeError(`${quote(text)} does not hold key fields`);
      return `k:${jsonText(fields)}`;
    }
    case "i":
      if (!/^[+-]?\d{1,15}$/.test(rest)) throw new TypeError(`${quote(text)} is not an index`);
      return `i:${Number(rest)}`;
    default:
      return undefined;
  }
}

function parseJson(text: string): JsonValue {
  try {
    return (/\d{16}/.test(text) ? JSON.parse(text, exactIntegers) : JSON.parse(text)) as JsonValue;
  } catch (cause) {
    throw new TypeError(`${quote(text)} is not JSON`, { cause });
  }
}

/** Integers beyond the safe range stay exact. */
function exactIntegers(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || Number.isSafeInteger(value) || source === undefined) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

const surrogate = /[\ud800-\udfff]/;

/** True for a key of a field whose order is that of its code units. */
export function isPlainField(key: FieldKey): boolean {
  return key.startsWith("f") && !surrogate.test(key);
}

/** True for the key of a set item that is an integer within the safe range. */
export function isIntegerValue(key: FieldKey): boolean {
  return /^v:(?:0|-?[1-9]\d{0,14})$/.test(key);
}

/** The integer of a key that `isIntegerValue` accepts. */
export function integerOfKey(key: FieldKey): number {
  return Number(key.slice(2));
}

const plainMember = /("[#-[\]-~]*":)(?:(\d{1,15})|("[#-[\]-~]*"))([,}])/y;
const plainValue = /^v:"[#-[\]-~]*"$/;
const maxDigits = 15;

/**
 * A text whose order by code units is that of the key among keys that have one. Undefined for keys
 * with values, names or characters that order otherwise: those have `parsedOrderText`.
 */
export function plainOrderText(key: FieldKey): string | undefined {
  if (key === self || isPlainField(key) || plainValue.test(key)) return key;
  if (!key.startsWith("k:{")) return undefined;
  let text = "k:{";
  let before = "";
  for (let at = text.length, more = true; more; at = plainMember.lastIndex) {
    plainMember.lastIndex = at;
    const [, name = "", digits, value, end] = plainMember.exec(key) ?? [];
    // Members are compared in the order of their names.
    if (name <= before) return undefined;
    // Numbers come before texts, whose quote is the next character.
    text += name + (digits === undefined ? value : `!${digits.padStart(maxDigits, "0")}`);
    before = name;
    more = end === ",";
  }
  return plainMember.lastIndex === key.length ? text : undefined;
}

const endOfText = "\u0000\u0000";
const beforeMember = "\u0001";

/**
 * A text whose order by code units is that of the key among all keys that have one. Undefined for
 * keys with lists, maps, or integers beyond the safe range.
 */
export function parsedOrderText(key: FieldKey): string | undefined {
  const kind = key[0] ?? "";
  const place = rank.get(kind)?.toString();
  if (place === undefined || key === self) return place;
  if (kind === "f") return place + orderOfText(key.slice(2));
  const value = parseJson(key.slice(2));
  if (kind !== "k") return withPrefix(place, orderOfScalar(value));
  let text = place;
  const fields = isMap(value) ? value : {};
  for (const name of Object.keys(fields).sort(compareText)) {
    const scalar = orderOfScalar(fields[name] ?? null);
    if (scalar === undefined) return undefined;
    text += beforeMember + orderOfText(name) + scalar;
  }
  return text;
}

function withPrefix(prefix: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : prefix + text;
}

const inNeedOfOrder = /[\u0000\ud7ff-\uffff]/;
const allInNeed = /[\u0000\ud7ff\ue000-\uffff]/g;

/** With an end before all characters, and those above the surrogates before these. */
function orderOfText(text: string): string {
  if (!inNeedOfOrder.test(text)) return text + endOfText;
  const moved = text.replace(allInNeed, (char) =>
    char === "\u0000" ? "\u0000\u0001" : char === "\ud7ff" ? "\ud7ff\u0000" : `\ud7ff\u0001${char}`,
  );
  return moved + endOfText;
}

function orderOfScalar(value: JsonValue): string | undefined {
  const before = String(valueRank(value));
  if (typeof value === "string") return before + orderOfText(value);
  if (typeof value === "number") return before + orderOfNumber(value);
  return typeof value === "boolean" || value === null ? before + Number(value) : undefined;
}

const asNumber = new Float64Array(1);
const asBits = new BigUint64Array(asNumber.buffer);
const signBit = 1n << 63n;

/** The bits of a number, so changed that greater numbers have greater bits. */
function orderOfNumber(value: number): string {
  asNumber[0] = value === 0 ? 0 : value;
  const bits = asBits[0] ?? 0n;
  return BigInt.asUintN(64, bits & signBit ? ~bits : bits | signBit)
    .toString(16)
    .padStart(16, "0");
}

const rank: ReadonlyMap<string, number> = new Map(Object.entries<number>({ ".": 0, f: 1, k: 2, v: 3, i: 4 }));

/** The order of `fieldsV1`: fields, items by key, items by value, items by index. */
export function compareKeys(a: FieldKey, b: FieldKey): number {
  if (a === b) return 0;
  const kind = a[0] ?? "";
  if (kind !== b[0]) return (rank.get(kind) ?? 5) - (rank.get(b[0] ?? "") ?? 5);
  if (kind === "f") return compareText(a, b);
  return orderWithinText(a, b) ?? compareParsed(kind, parseJson(a.slice(2)), parseJson(b.slice(2)));
}

/** `compareKeys` that parses each key once, for sorting many. */
export function createKeyOrder(): (a: FieldKey, b: FieldKey) => number {
  const parsed = new Map<FieldKey, JsonValue>();
  const parsedOf = (key: FieldKey): JsonValue => {
    let value = parsed.get(key);
    if (value === undefined) parsed.set(key, (value = parseJson(key.slice(2))));
    return value;
  };
  return (a, b) => {
    const kind = a[0] ?? "";
    if (kind !== b[0] || kind === "f") return compareKeys(a, b);
    return orderWithinText(a, b) ?? compareParsed(kind, parsedOf(a), parsedOf(b));
  };
}

/**
 * Compares two keys that differ only within a string, without parsing them: the usual case for list
 * items. Undefined when a parse is needed.
 */
function orderWithinText(a: FieldKey, b: FieldKey): number | undefined {
  let inText = false;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === backslash || y === backslash || x > lastAscii || y > lastAscii) return undefined;
    if (x === y) {
      if (x === doubleQuote) inText = !inText;
      continue;
    }
    if (!inText) return undefined;
    // A string that ends here comes before a longer one.
    return x === doubleQuote ? -1 : y === doubleQuote ? 1 : x - y;
  }
  return undefined;
}

const doubleQuote = 0x22;
const backslash = 0x5c;
const lastAscii = 0x7f;

function compareParsed(kind: string, a: JsonValue, b: JsonValue): number {
  return kind === "k" ? compareMembers(a, b) : compareValues(a, b);
}

function compareValues(a: JsonValue, b: JsonValue): number {
  const kinds = valueRank(a) - valueRank(b);
  if (kinds !== 0) return kinds;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (isList(a) && isList(b)) {
    for (let i = 0; i < a.length && i < b.length; i++) {
      const items = compareValues(a[i] ?? null, b[i] ?? null);
      if (items !== 0) return items;
    }
    return a.length - b.length;
  }
  if (isMap(a) && isMap(b)) return compareMembers(a, b);
  return scalarOrder(a) < scalarOrder(b) ? -1 : scalarOrder(a) > scalarOrder(b) ? 1 : 0;
}

function scalarOrder(value: JsonValue): number | bigint {
  return typeof value === "bigint" ? value : Number(value);
}

/** Compares maps member by member, by sorted names. */
function compareMembers(a: JsonValue, b: JsonValue): number {
  const x = isMap(a) ? a : {};
  const y = isMap(b) ? b : {};
  const names = Object.keys(x).sort(compareText);
  const others = Object.keys(y).sort(compareText);
  for (let i = 0; i < names.length && i < others.length; i++) {
    const [name = "", other = ""] = [names[i], others[i]];
    const order = compareText(name, other) || compareValues(x[name] ?? null, y[other] ?? null);
    if (order !== 0) return order;
  }
  return names.length - others.length;
}

function valueRank(value: JsonValue): number {
  switch (typeof value) {
    case "number":
    case "bigint":
      return 0;
    case "string":
      return 1;
    case "boolean":
      return 2;
    default:
      return isList(value) ? 3 : value === null ? 5 : 4;
  }
}

/** Formats a step for an error message: `.name`, `[name="x"]`, `[="value"]`, `[0]`. */
export function keyText(key: FieldKey): string {
  const rest = key.slice(2);
  switch (key[0]) {
    case "f":
      return `.${rest}`;
    case "k":
      return `[${valueText(parseJson(rest))}]`;
    case "v":
      return `[=${valueText(parseJson(rest))}]`;
    default:
      return `[${rest}]`;
  }
}

function valueText(value: JsonValue): string {
  if (typeof value === "string") return quote(value);
  if (isList(value)) return `[${value.map(valueText).join(",")}]`;
  if (!isMap(value)) return String(value);
  const names = Object.keys(value).sort(compareText);
  return names.map((name) => `${name}=${valueText(value[name] ?? null)}`).join(",");
}
