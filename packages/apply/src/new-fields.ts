import type { JsonValue } from "@svc/meta";
import { fieldKey, self } from "./field-key.ts";
import { type FieldSet, hasChildren, isEmpty, isMember, leaf } from "./field-set.ts";
import { ItemKeyError, itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { anyShape, type FieldShape, type ListShape, type Shape, type StructShape } from "./shape.ts";
import { type JsonMap, sameJson } from "./value.ts";

/** Fields of a new value that are excluded from its set. */
export interface Unowned {
  /** These paths; their children may be in the set. */
  readonly paths: FieldSet;
  /** These paths with all their children. */
  readonly trees: FieldSet;
}

interface NewFields extends Unowned {
  readonly set: FieldSet;
}

/**
 * True when `compareObjects` of nothing and the value yields exactly `set` as changed, apart from
 * never-owned fields. Clients usually create similar objects, and this check takes less than half
 * the time of collecting the set.
 *
 * May return false for unusual values that do match.
 */
export function hasNewFields(shape: StructShape, value: JsonMap, { set, paths, trees }: NewFields): boolean {
  try {
    return isFilled(shape, value, { node: set, paths, trees });
  } catch (error) {
    if (error instanceof ItemKeyError) return false;
    throw error;
  }
}

/** The expected set of a value; no node where the value has no paths in it. */
interface Expected {
  readonly node: FieldSet | undefined;
  readonly paths: FieldSet | undefined;
  readonly trees: FieldSet | undefined;
}

function childOf({ node, paths, trees }: Expected, key: string): Expected {
  return { node: node?.[key], paths: paths?.[key], trees: trees?.[key] };
}

/** For a struct that always exists: its fields are new, the struct itself is not. */
function isFilled(shape: StructShape, value: JsonMap, expected: Expected): boolean {
  let found = 0;
  for (const name in value) {
    const field = shape.field(name);
    const before = field?.read(undefined);
    const after = readAs(field, value[name]);
    if (before === after) continue;
    if (after === undefined) return false;
    const child = childOf(expected, field?.key ?? fieldKey(name));
    const inner = field?.shape ?? anyShape;
    const fits = before === undefined ? isWhole(inner, after, child) : isChanged(inner, { before, after }, child);
    if (!fits) return false;
    if (child.node !== undefined) found++;
  }
  return expected.node === undefined || hasChildren(expected.node, found);
}

/** For a value with a default, which is there before the value is written. */
function isChanged(
  shape: Shape,
  { before, after }: { readonly before: JsonValue; readonly after: JsonValue },
  expected: Expected,
): boolean {
  if (isLeftOut(expected)) return expected.node === undefined;
  // A value with a default changes only if it differs from the default.
  if (shape.kind === "scalar") return sameJson(before, after) ? expected.node === undefined : isLeaf(expected);
  if (shape.kind !== "struct" || !isMap(after)) return false;
  return isFilled(shape, after, expected) && (expected.node === undefined || !isEmpty(expected.node));
}

/** For a value that is new with all its children. */
function isWhole(shape: Shape, value: JsonValue, expected: Expected): boolean {
  const { node, paths, trees } = expected;
  if (paths === undefined && trees === undefined) return node !== undefined && isOwned(shape, value, node);
  if (isLeftOut(expected)) return node === undefined;
  if (shape.kind === "scalar" || shape.kind === "atomic") return isLeaf(expected);
  if (shape.kind === "list") return isList(value) ? hasItems(shape, value, expected) : isLeaf(expected);
  return isMap(value) ? hasMembers(shape, value, expected) : isLeaf(expected);
}

function isLeftOut({ trees }: Expected): boolean {
  return trees !== undefined && isMember(trees);
}

/** True for a path without children. */
function isLeaf(expected: Expected): boolean {
  return isNode(expected, 0);
}

/** True when a node has exactly this many children, and itself where expected. */
function isNode({ node, paths }: Expected, children: number): boolean {
  const itself = paths === undefined || !isMember(paths);
  if (node === undefined) return !itself;
  if (itself) return isOwnedNode(node, children);
  return children > 0 && node[self] === undefined && hasChildren(node, children);
}

function hasItems(shape: ListShape, value: readonly JsonValue[], expected: Expected): boolean {
  const keys = new Set<string>();
  let found = 0;
  for (const item of value) {
    const key = itemKey(shape, item);
    const child = childOf(expected, key);
    if (!isWhole(shape.items, item, child)) return false;
    if (child.node !== undefined) found++;
    keys.add(key);
  }
  return keys.size === value.length && isNode(expected, found);
}

function hasMembers(shape: Exclude<Shape, ListShape>, value: JsonMap, expected: Expected): boolean {
  let found = 0;
  const has = (field: FieldShape | undefined, name: string, raw: JsonValue | undefined): boolean => {
    const member = readAs(field, raw);
    if (member === undefined) return true;
    const child = childOf(expected, field?.key ?? fieldKey(name));
    if (child.node !== undefined) found++;
    return isWhole(shapeOfMember(shape, field), member, child);
  };
  for (const name in value)
    if (!has(shape.kind === "struct" ? shape.field(name) : undefined, name, value[name])) return false;
  if (shape.kind === "struct")
    for (const field of shape.always())
      if (!Object.hasOwn(value, field.name) && !has(field, field.name, undefined)) return false;
  return isNode(expected, found);
}

/**
 * The same for a value without exclusions. Most values are: here nothing is made for what is
 * expected of them.
 */
function isOwned(shape: Shape, value: JsonValue, node: FieldSet): boolean {
  if (shape.kind === "scalar" || shape.kind === "atomic") return isOwnedNode(node, 0);
  if (shape.kind === "list") return isList(value) ? ownsItems(shape, value, node) : isOwnedNode(node, 0);
  return isMap(value) ? ownsMembers(shape, value, node) : isOwnedNode(node, 0);
}

/** True when a node is in the set, with exactly this many children. */
function isOwnedNode(node: FieldSet, children: number): boolean {
  if (children === 0) return node === leaf || isEmpty(node);
  return node[self] !== undefined && hasChildren(node, children + 1);
}

function ownsItems(shape: ListShape, value: readonly JsonValue[], node: FieldSet): boolean {
  for (const item of value) {
    const child = node[itemKey(shape, item)];
    if (child === undefined || !isOwned(shape.items, item, child)) return false;
  }
  // An item that repeats a key is one child fewer.
  return isOwnedNode(node, value.length);
}

function ownsMembers(shape: Exclude<Shape, ListShape>, value: JsonMap, node: FieldSet): boolean {
  const fields = shape.kind === "struct" ? shape : undefined;
  let found = 0;
  for (const name in value) {
    const field = fields?.field(name);
    const member = readAs(field, value[name]);
    if (member === undefined) continue;
    const child = node[field?.key ?? fieldKey(name)];
    if (child === undefined || !isOwned(shapeOfMember(shape, field), member, child)) return false;
    found++;
  }
  for (const field of fields?.always() ?? []) {
    const zero = Object.hasOwn(value, field.name) ? undefined : field.read(undefined);
    if (zero === undefined) continue;
    const child = node[field.key];
    if (child === undefined || !isOwned(field.shape, zero, child)) return false;
    found++;
  }
  return isOwnedNode(node, found);
}

function shapeOfMember(shape: Exclude<Shape, ListShape>, field: FieldShape | undefined): Shape {
  if (field !== undefined) return field.shape;
  return shape.kind === "map" ? shape.values : anyShape;
}

function readAs(field: FieldShape | undefined, value: JsonValue | undefined): JsonValue | undefined {
  return field === undefined ? value : field.read(value);
}
