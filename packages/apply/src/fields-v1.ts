import type { JsonValue } from "@svc/meta";
import { type FieldKey, parseKey, self } from "./field-key.ts";
import { emptySet, type FieldSet, leaf, memberOf, setOf, union } from "./field-set.ts";
import { isMap } from "./json-text.ts";

/** Bound of the nesting of a set. No schema nests as deep. */
const maxDepth = 1_000;

/** Reads `fieldsV1`. @throws {TypeError} when it is no set of fields */
export type FieldSetParser = (value: unknown) => FieldSet;

/** Path elements whose canonical spelling a parser remembers. */
const maxKnownKeys = 20_000;

/**
 * A parser that caches path elements: the objects of a kind repeat them, and item keys are slow to
 * parse.
 */
export function createFieldSetParser(): FieldSetParser {
  const known = new Map<string, FieldKey | undefined>();
  const keyOf = (text: string): FieldKey | undefined => {
    let key = known.get(text);
    if (key === undefined && !known.has(text)) {
      key = parseKey(text);
      if (known.size >= maxKnownKeys) known.clear();
      known.set(text, key);
    }
    return key;
  };
  return (value) => parseWith(keyOf, value);
}

/**
 * Reads `fieldsV1` written by this package, or by one that writes the same canonical form, without
 * a copy.
 *
 * @throws {TypeError} when it is no set of fields
 */
export function storedFieldsV1(value: unknown): FieldSet {
  if (value === undefined || value === null) return emptySet;
  if (!isMap(value)) throw new TypeError("fieldsV1 is not an object");
  return isStored(value, 1) ? (value as unknown as FieldSet) : parseFieldsV1(value);
}

/**
 * Like `storedFieldsV1`, but checks each set once: the versions of an object share unchanged sets.
 */
export function createStoredFieldsParser(): FieldSetParser {
  const known = new WeakSet<FieldSet>();
  return (value) => {
    if (isMap(value) && known.has(value as unknown as FieldSet)) return value as unknown as FieldSet;
    const set = storedFieldsV1(value);
    known.add(set);
    return set;
  };
}

/** True when all steps are of known kinds and every value is a node. */
function isStored(node: Readonly<Record<string, JsonValue>>, depth: number): boolean {
  if (depth > maxDepth) return false;
  for (const text in node) {
    if (text !== self && (text[1] !== ":" || !knownKinds.has(text[0] as string))) return false;
    const child = node[text];
    if (!isMap(child) || !isStored(child, depth + 1)) return false;
  }
  return true;
}

const knownKinds: ReadonlySet<string> = new Set(["f", "k", "v", "i"]);

/**
 * Reads `fieldsV1` of another author: order and spelling become canonical, path elements of unknown
 * kinds are dropped.
 *
 * @throws {TypeError} when it is no set of fields
 */
export function parseFieldsV1(value: unknown): FieldSet {
  return parseWith(parseKey, value);
}

type KeyParser = (text: string) => FieldKey | undefined;

function parseWith(keyOf: KeyParser, value: unknown): FieldSet {
  if (value === undefined || value === null) return emptySet;
  if (!isMap(value)) throw new TypeError("fieldsV1 is not an object");
  return setOf(parseChildren(keyOf, value, 1)) ?? emptySet;
}

function parseChildren(
  keyOf: KeyParser,
  node: Readonly<Record<string, JsonValue>>,
  depth: number,
): [FieldKey, FieldSet][] {
  if (depth > maxDepth) throw new TypeError(`fieldsV1 is nested more than ${maxDepth} deep`);
  const children = new Map<FieldKey, FieldSet>();
  for (const text of Object.keys(node)) {
    const key = text.startsWith("f:") ? text : keyOf(text);
    if (key === undefined || key === self) continue;
    const child = parseNode(keyOf, node[text] ?? null, depth + 1);
    const other = children.get(key);
    children.set(key, other === undefined ? child : mergedNodes(other, child));
  }
  return [...children];
}

/** A node whose children are all unknown is a leaf. */
function parseNode(keyOf: KeyParser, value: JsonValue, depth: number): FieldSet {
  if (value === null) return leaf;
  if (!isMap(value)) throw new TypeError("a path element of fieldsV1 holds something else than path elements");
  const children = parseChildren(keyOf, value, depth);
  return Object.hasOwn(value, self) ? memberOf(children) : (setOf(children) ?? leaf);
}

/** Merges the nodes of two spellings of one path element. */
function mergedNodes(a: FieldSet, b: FieldSet): FieldSet {
  return union({ "f:": a }, { "f:": b })["f:"] ?? leaf;
}
