import type { JsonValue } from "@svc/meta";
import { fits, fitsShape, isNothing, type MembersShape, undeclaredOf } from "./applied-fields.ts";
import { type FieldKey, fieldKey, self } from "./field-key.ts";
import { emptySet, type FieldSet, hasChildren, isEmpty } from "./field-set.ts";
import { ItemKeyError, itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import type { ListShape, Shape, StructShape } from "./shape.ts";
import { type JsonMap, own } from "./value.ts";

/** The fields that a value is expected to have. */
interface ExpectedFields {
  readonly set: FieldSet;
  /** Additional fields that the value may have. */
  readonly additional: FieldSet;
  /** A value known to have the fields: parts that are identical to its parts are skipped. */
  readonly like?: JsonMap | undefined;
}

/**
 * True when `appliedFields` of the value is exactly `set`, apart from `additional`, without errors.
 * Managers usually reapply the same fields, and this check takes half the time of collecting the
 * set.
 *
 * May return false for unusual values that do match.
 */
export function hasFields(shape: StructShape, value: JsonMap, { set, additional, like }: ExpectedFields): boolean {
  try {
    return hasMembers(shape, value, { node: set, member: false, additional, like });
  } catch (error) {
    if (error instanceof ItemKeyError) return false;
    throw error;
  }
}

const noMembers: JsonMap = Object.freeze({});

/** The expected state of a value in a set. */
interface Expected {
  readonly node: FieldSet;
  /** True when the value itself is in the set. */
  readonly member: boolean;
  readonly additional: FieldSet | undefined;
  /** The value at the same path of the reference value. */
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

/** True for a value that is in the set without any children. */
function isWhole({ node, member }: Expected): boolean {
  return member && isEmpty(node);
}

function hasMembers(shape: MembersShape, value: JsonMap, expected: Expected): boolean {
  const { node, additional } = expected;
  const like = isMap(expected.like) ? expected.like : noMembers;
  let there = 0;
  let found = 0;
  for (const name in value) {
    const field = shape.kind === "struct" ? shape.field(name) : undefined;
    const key = field?.key ?? fieldKey(name);
    const inner = field?.shape ?? undeclaredOf(shape);
    const child = node[key];
    const childBesides = additional?.[key];
    if (inner === undefined || (child === undefined && childBesides === undefined)) return false;
    const item = value[name] as JsonValue;
    there++;
    if (child !== undefined) found++;
    const alike = typeof item === "object" ? own(like, name) : undefined;
    if (alike === item) continue;
    if (inner.kind === "scalar" && child !== undefined && isEmpty(child) && fits(inner, item)) continue;
    const member = field === undefined || isNothing(item);
    if (!has(inner, item, { node: child ?? emptySet, member, additional: childBesides, like: alike })) return false;
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
    if (!has(shape.items, item, { node: child, member: true, additional: undefined, like: like[i] })) return false;
  }
  if (keys.size !== value.length) return false;
  return value.length === 0 ? isWhole(expected) : isRest(expected, keys.size);
}

/** True when a node has no members beyond those found, and is a member as expected. */
function isRest({ node, member }: Expected, found: number): boolean {
  return (node[self] !== undefined) === member && hasChildren(node, member ? found + 1 : found);
}
