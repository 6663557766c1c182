import { type JsonValue, quote } from "@svc/meta";
import { type FieldKey, valueKey } from "./field-key.ts";
import { isList, isMap, jsonText, stringText } from "./json-text.ts";
import type { KeyField, ListShape } from "./shape.ts";

/** An item that cannot be told from others. */
export class ItemKeyError extends TypeError {
  override readonly name = "ItemKeyError";
}

/** How an item of a list that is not owned as one is called within it. @throws {ItemKeyError} */
export function itemKey({ keys, met }: ListShape, item: JsonValue): FieldKey {
  if (keys === undefined) return setKey(item);
  if (item === null) throw new ItemKeyError("associative list with keys may not have a null element");
  if (!isMap(item)) throw new ItemKeyError("associative list with keys may not have non-map elements");
  const [only] = keys;
  if (only !== undefined && keys.length === 1 && Object.hasOwn(item, only.name)) {
    const value = item[only.name];
    if (typeof value === "string") return keyOfText(met, only, value);
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

const maxMet = 1_000;
const maxMetChars = 64;

/**
 * Names of items come again and again, and a text that is looked up as a member's name is dear when
 * it is a new one.
 */
function keyOfText(met: Map<string, FieldKey>, { label }: KeyField, text: string): FieldKey {
  const known = met.get(text);
  if (known !== undefined) return known;
  const key = `k:{${label}${stringText(text)}}`;
  if (text.length <= maxMetChars) {
    if (met.size >= maxMet) met.clear();
    met.set(text, key);
  }
  return key;
}

/**
 * Whether two items are called the same, which mostly shows without spelling it.
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

/** The items of a list by their keys; those of one key in their order. @throws {ItemKeyError} */
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
