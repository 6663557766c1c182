import { type JsonValue, quote } from "@svc/meta";
import { type FieldKey, valueKey } from "./field-key.ts";
import { isList, isMap, jsonText, stringText } from "./json-text.ts";
import type { KeyField, ListShape } from "./shape.ts";

/** A list item without a unique key. */
export class ItemKeyError extends TypeError {
  override readonly name = "ItemKeyError";
}

/** The key of an item within an associative list or set. @throws {ItemKeyError} */
export function itemKey({ keys, knownKeys }: ListShape, item: JsonValue): FieldKey {
  if (keys === undefined) return setKey(item);
  if (item === null) throw new ItemKeyError("associative list with keys may not have a null element");
  if (!isMap(item)) throw new ItemKeyError("associative list with keys may not have non-map elements");
  const [only] = keys;
  if (only !== undefined && keys.length === 1 && Object.hasOwn(item, only.name)) {
    const value = item[only.name];
    if (typeof value === "string") return keyOfText(knownKeys, only, value);
  }
  let key = "k:{";
  for (let i = 0; i < keys.length; i++) {
    const { name, label, defaultText } = keys[i] as NonNullable<(typeof keys)[number]>;
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    const text = value === undefined ? defaultText : typeof value === "string" ? stringText(value) : jsonText(value);
    if (text === undefined) {
      throw new ItemKeyError(
        `associative list with keys has an element that omits key field ${quote(name)} (and doesn't have default value)`,
      );
    }
    key += i === 0 ? label + text : `,${label}${text}`;
  }
  return `${key}}`;
}

const maxKnownKeys = 1_000;
const maxMetChars = 64;

/** Keys are cached by text: item names repeat, and a property lookup by a new string is slow. */
function keyOfText(knownKeys: Map<string, FieldKey>, { label }: KeyField, text: string): FieldKey {
  const cached = knownKeys.get(text);
  if (cached !== undefined) return cached;
  const key = `k:{${label}${stringText(text)}}`;
  if (text.length <= maxMetChars) {
    if (knownKeys.size >= maxKnownKeys) knownKeys.clear();
    knownKeys.set(text, key);
  }
  return key;
}

/**
 * True when two items have the same key, mostly without building it.
 * @throws {ItemKeyError}
 */
export function sameKey(shape: ListShape, a: JsonValue, b: JsonValue): boolean {
  const { keys } = shape;
  const shows =
    keys === undefined
      ? typeof a === "string" && a === b
      : isMap(a) && isMap(b) && keys.every(({ name }) => typeof a[name] === "string" && a[name] === b[name]);
  return shows || itemKey(shape, a) === itemKey(shape, b);
}

function setKey(item: JsonValue): FieldKey {
  if (item === null) throw new ItemKeyError("associative list without keys has an element that's an explicit null");
  if (isList(item)) throw new ItemKeyError("not supported: associative list with lists as elements");
  if (isMap(item)) throw new ItemKeyError("associative list without keys has an element that's a map type");
  return valueKey(item);
}

/** Groups the items of a list by key; items of one key keep their order. @throws {ItemKeyError} */
export function itemsByKey(shape: ListShape, items: readonly JsonValue[]): Map<FieldKey, JsonValue[]> {
  const found = new Map<FieldKey, JsonValue[]>();
  for (const item of items) {
    const key = itemKey(shape, item);
    const others = found.get(key);
    if (others === undefined) found.set(key, [item]);
    else others.push(item);
  }
  return found;
}
