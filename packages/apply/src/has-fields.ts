import type { JsonValue } from "@svc/meta";
import { fits, fitsShape, isNothing, type MembersShape, undeclaredOf } from "./applied-fields.ts";
import { type FieldKey, fieldKey, self } from "./field-key.ts";
import { emptySet, type FieldSet, hasChildren, isEmpty } from "./field-set.ts";
import { ItemKeyError, itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import type { ListShape, Shape, StructShape } from "./shape.ts";
import { type JsonMap, own } from "./value.ts";

interface FieldsOptions {
  /** What the value may have as well. */
  readonly besides: FieldSet;
  /**
   * A value that is known to have the fields: where the other one has its parts, nothing is looked
   * at.
   */
  readonly like?: JsonMap | undefined;
}

/**
 * Whether `appliedFields` of a value is just a set, with no errors, besides what the value may have
 * as well: mostly a manager applies the fields that he applied before, and to look whether it is so
 * takes half the time of making the set anew.
 *
 * May be false of odd values of which it is true.
 */
export function hasFields(
  shape: StructShape,
  value: JsonMap,
  set: FieldSet,
  { besides, like }: FieldsOptions,
): boolean {
  try {
    return hasMembers(shape, value, { node: set, member: false, besides, like });
  } catch (error) {
    if (error instanceof ItemKeyError) return false;
    throw error;
  }
}

const noMembers: JsonMap = Object.freeze({});

/** What a value is expected to be in a set. */
interface Expected {
  readonly node: FieldSet;
  /** Whether it is in the set itself. */
  readonly member: boolean;
  readonly besides: FieldSet | undefined;
  /** What stands in its place in a value that is as it is expected to be. */
  readonly like: JsonValue | undefined;
}

function has(shape: Shape, value: JsonValue, expected: Expected): boolean {
  switch (shape.kind) {
    case "scalar":
      return fits(shape, value) && isEmpty(expected.node);
    case "atomic":
      return isEmpty(expected.node) && fitsShape(shape.inner, value);
    case "list":
      return isList(value) ? hasItems(shape, value, expected) : value === null && isWhole(expected);
    default:
      if (isMap(value)) return hasMembers(shape, value, expected);
      return value === null ? isWhole(expected) : shape.kind === "any" && isEmpty(expected.node);
  }
}

/** A value that is in the set itself, and of which nothing else is. */
function isWhole({ node, member }: Expected): boolean {
  return member && isEmpty(node);
}

function hasMembers(shape: MembersShape, value: JsonMap, expected: Expected): boolean {
  const { node, besides } = expected;
  const like = isMap(expected.like) ? expected.like : noMembers;
  let there = 0;
  let found = 0;
  for (const name in value) {
    const field = shape.kind === "struct" ? shape.field(name) : undefined;
    const key = field?.key ?? fieldKey(name);
    const inner = field?.shape ?? undeclaredOf(shape);
    const child = node[key];
    const childBesides = besides?.[key];
    if (inner === undefined || (child === undefined && childBesides === undefined)) return false;
    const item = value[name] as JsonValue;
    there++;
    if (child !== undefined) found++;
    const known = typeof item === "object" ? own(like, name) : undefined;
    if (known === item) continue;
    if (inner.kind === "scalar" && child !== undefined && isEmpty(child) && fits(inner, item)) continue;
    const member = field === undefined || isNothing(item);
    if (!has(inner, item, { node: child ?? emptySet, member, besides: childBesides, like: known })) return false;
  }
  return there === 0 ? isWhole(expected) : isRest(expected, found);
}

function hasItems(shape: ListShape, value: readonly JsonValue[], expected: Expected): boolean {
  const keys = new Set<FieldKey>();
  const like = isList(expected.like) ? expected.like : [];
  for (let i = 0; i < value.length; i++) {
    const item = value[i] as JsonValue;
    const key = itemKey(shape, item);
    keys.add(key);
    if (item === like[i]) continue;
    const child = expected.node[key];
    if (child === undefined) return false;
    if (!has(shape.items, item, { node: child, member: true, besides: undefined, like: like[i] })) return false;
  }
  if (keys.size !== value.length) return false;
  return value.length === 0 ? isWhole(expected) : isRest(expected, keys.size);
}

/** Whether a node has nothing but what was found of it, and itself where it is expected to. */
function isRest({ node, member }: Expected, found: number): boolean {
  return (node[self] !== undefined) === member && hasChildren(node, member ? found + 1 : found);
}
