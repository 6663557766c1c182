import { trimEndOf } from "@svc/base";
import type { JsonValue } from "@svc/meta";
import { formatInstant } from "@svc/meta";
import { DecodeError } from "../decoding/decode-error.ts";
import { setMember } from "../json/to-json.ts";
import { readTime } from "../typed/time.ts";
import { BrokenText, Bytes, Float, type Item, majorTypeOf, Pairs, Simple, Tagged, untagged } from "./item.ts";

/** The location of a value in errors: `Go value`, or a field. */
export type Into = string;

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;

/**
 * The JSON value of an item: text and byte strings become text, bytes with an encoding tag become
 * base64.
 * @throws {DecodeError} of stage `object`
 */
export function cborToJson(item: Item, into: Into = "Go value"): JsonValue {
  return convert(item, into, plainText);
}

/** Like `cborToJson`, for an item that must be a map. @throws {DecodeError} of stage `object` */
export function cborToJsonObject(item: Item): JsonValue {
  const inner = untagged(item);
  if (inner === null) return {};
  if (!(inner instanceof Pairs)) throw wrongItem(inner, "Go value", "map[string]interface {}");
  return cborToJson(inner);
}

/** Converts a byte string to text. */
type BytesText = (bytes: Bytes) => string;

function plainText(bytes: Bytes): string {
  return bytes.text;
}

/** Tags that define how bytes become text. Source: RFC 8949, section 3.4.5.2. */
const laterEncodings: ReadonlyMap<number, BytesText> = new Map<number, BytesText>([
  [21, ({ content }) => content.toString("base64url")],
  [22, ({ content }) => content.toString("base64")],
  [23, ({ content }) => content.toString("hex")],
]);

function convert(item: Item, into: Into, bytesText: BytesText): JsonValue {
  if (item === null || typeof item === "string" || typeof item === "boolean") return item;
  if (typeof item === "number" || typeof item === "bigint") return integerToJson(item, into);
  if (item instanceof Bytes) return bytesText(item);
  if (item instanceof Float) return item.value + 0;
  if (item instanceof Tagged) return taggedToJson(item, into, bytesText);
  if (item instanceof Pairs) return pairsToJson(item, into, bytesText);
  if (item instanceof BrokenText) throw brokenText();
  if (item instanceof Simple) throw unknownSimple(item);
  return (item as readonly Item[]).map((element) => convert(element, into, bytesText));
}

function integerToJson(value: number | bigint, into: Into): number | bigint {
  if (typeof value === "bigint" && (value < minInt64 || value > maxInt64))
    throw wrongItem(value, into, `int64 (${value} overflows Go's int64)`);
  return value;
}

function taggedToJson({ tag, content }: Tagged, into: Into, bytesText: BytesText): JsonValue {
  if (tag === 0 || tag === 1) return timeText(tag, content);
  return convert(content, into, laterEncodings.get(tag) ?? bytesText);
}

function pairsToJson({ keys, values }: Pairs, into: Into, bytesText: BytesText): JsonValue {
  const kept = new Map<string, JsonValue>();
  keys.forEach((key, i) => {
    const name = keyText(key, into, bytesText);
    if (kept.has(name)) throw duplicateKey(name, i);
    kept.set(name, convert(values[i] as Item, into, bytesText));
  });
  // CBOR maps have no order.
  const members: Record<string, JsonValue> = {};
  for (const name of [...kept.keys()].sort()) setMember(members, name, kept.get(name));
  return members;
}

/** The name of a map key. @throws {DecodeError} for a key that is no text */
export function keyText(key: Item, into: Into, bytesText: BytesText = plainText): string {
  return key === null ? "" : (textOf(key, bytesText) ?? notText(key, into, "string"));
}

/** The text of an item. @throws {DecodeError} for an item that is no text */
export function textItem(item: Item, into: Into, typeName: string): string {
  return textOf(item, plainText) ?? notText(item, into, typeName);
}

/** The text of an item; undefined for an item of another type. */
function textOf(item: Item, bytesText: BytesText): string | undefined {
  if (typeof item === "string") return item;
  if (item instanceof Bytes) return bytesText(item);
  if (item instanceof BrokenText) throw brokenText();
  if (item instanceof Simple) throw unknownSimple(item);
  if (item instanceof Tagged) {
    if (item.tag === 0) return timeText(0, item.content);
    return textOf(item.content, laterEncodings.get(item.tag) ?? bytesText);
  }
  return undefined;
}

function notText(item: Item, into: Into, typeName: string): never {
  throw wrongItem(untagged(item), into, typeName);
}

/**
 * The bytes of an item: base64 text becomes bytes, unless it is marked as bytes.
 * @throws {DecodeError} for an item that is neither
 */
export function bytesItem(item: Item, into: Into): Buffer | string {
  const inner = untagged(item);
  if (!(inner instanceof Bytes)) throw wrongItem(inner, into, "[]uint8");
  return isMarked(item) ? inner.content : inner.text;
}

function isMarked(item: Item): boolean {
  for (let at = item; at instanceof Tagged; at = at.content) if (laterEncodings.has(at.tag)) return true;
  return false;
}

/** Tagged times: RFC 3339 text, or seconds since 1970. */
function timeText(tag: 0 | 1, content: Item): string {
  const must = (what: string): DecodeError =>
    wrong(`cbor: tag number ${tag} must be followed by ${what}, got ${majorTypeOf(content)}`);
  if (tag === 0) {
    if (content instanceof BrokenText) throw brokenText();
    if (typeof content !== "string") throw must("text string");
    const time = readTime(content, "seconds");
    if (!time.ok) throw wrong(`cbor: cannot set ${content} for time.Time: ${time.why}`);
    return content;
  }
  const isNumber = typeof content === "number" || typeof content === "bigint" || content instanceof Float;
  if (!isNumber) throw must("integer or floating-point number");
  const seconds = content instanceof Float ? content.value : Number(content);
  const whole = Math.floor(seconds);
  if (whole < minTime || whole > maxTime)
    throw wrong(
      "cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: Time.MarshalText: year outside of range [0,9999]",
    );
  const nanos = Math.round((seconds - whole) * 1e9);
  const fraction = nanos === 0 ? "" : `.${trimEndOf(String(nanos).padStart(9, "0"), "0")}`;
  return formatInstant({ seconds: whole, nanos: 0 }).replace("Z", `${fraction}Z`);
}

/** The bounds of the years 0 to 9999. */
const minTime = -62_167_219_200;
const maxTime = 253_402_300_799;

function wrong(message: string): DecodeError {
  return new DecodeError("object", message);
}

function brokenText(): DecodeError {
  return wrong("cbor: invalid UTF-8 string");
}

export function unknownSimple({ value }: Simple): DecodeError {
  return wrong(
    `cbor: data item of cbor type primitives is not accepted by protocol: simple value ${value} is not recognized`,
  );
}

export function duplicateKey(name: string, index: number): DecodeError {
  return wrong(`cbor: found duplicate map key "${name}" at map element index ${index}`);
}

/** The error for an item of an unexpected type. @param expected the expected type, with details */
export function wrongItem(item: Item, into: Into, expected: string): DecodeError {
  if (item instanceof Simple) return unknownSimple(item);
  return wrong(`cbor: cannot unmarshal ${majorTypeOf(item)} into ${into} of type ${expected}`);
}
