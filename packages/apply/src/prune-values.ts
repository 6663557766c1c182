import type { JsonValue } from "@svc/meta";
import { type FieldKey, fieldKey } from "./field-key.ts";
import { emptySet, type FieldSet, isEmpty, isMember } from "./field-set.ts";
import { itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { childShape } from "./merge-values.ts";
import type { Shape, StructShape } from "./shape.ts";
import { type JsonMap, put } from "./value.ts";

/**
 * Removes the fields, map keys and items that a manager owned (`former`) and that have no owner
 * left, with all their children. The children of a remaining part are owned by another manager, or
 * never were owned by this one.
 *
 * @throws {ItemKeyError} when items of a list have no unique keys
 */
export function pruneObject(shape: StructShape, object: JsonMap, { former, kept }: Owned): JsonMap {
  const pruned = prune(shape, object, { former, kept, reached: true });
  return isMap(pruned) ? pruned : {};
}

/** The owned fields of an object, before and after a manager gave up some. */
interface Owned {
  /** The fields that the manager owned. */
  readonly former: FieldSet;
  /** All owned fields after the change. */
  readonly kept: FieldSet;
}

/** The owned fields at and below a value. */
interface OwnedPart extends Owned {
  /** True when every ancestor of the value has an owner. */
  readonly reached: boolean;
}

function prune(shape: Shape, value: JsonValue, owned: OwnedPart): JsonValue {
  if (isEmpty(owned.former)) return value;
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return value;
    case "list":
      return isList(value) ? pruneItems(shape, value, owned) : value;
    default:
      return isMap(value) ? pruneMembers(shape, value, owned) : value;
  }
}

function pruneMembers(shape: Shape, value: JsonMap, owned: OwnedPart): JsonValue {
  const left: Record<string, JsonValue> = {};
  let changed = false;
  for (const name in value) {
    const before = value[name] as JsonValue;
    const named = shape.kind === "struct" && shape.field(name) !== undefined;
    const child = { shape: childShape(shape, name), value: before, key: fieldKey(name), named };
    const after = pruneChild(child, owned);
    if (after !== before) changed = true;
    if (after !== undefined) put(left, name, after);
  }
  return changed ? orNull(left, isEmpty(left as FieldSet)) : value;
}

function pruneItems(
  shape: Extract<Shape, { readonly kind: "list" }>,
  value: readonly JsonValue[],
  owned: OwnedPart,
): JsonValue {
  const left: JsonValue[] = [];
  let changed = false;
  for (const item of value) {
    const after = pruneChild({ shape: shape.items, value: item, key: itemKey(shape, item), named: false }, owned);
    if (after !== item) changed = true;
    if (after !== undefined) left.push(after);
  }
  return changed ? orNull(left, left.length === 0) : value;
}

/** A value that loses all its members becomes null, since it remains itself. */
function orNull(value: JsonValue, empty: boolean): JsonValue {
  return empty ? null : value;
}

/** A member of a map or an item of a list. */
interface Child {
  readonly shape: Shape;
  readonly value: JsonValue;
  readonly key: FieldKey;
  /** True for a field of a struct: fields own their children even where sets don't list them. */
  readonly named: boolean;
}

/** Undefined for a removed value. */
function pruneChild({ shape, value, key, named }: Child, parent: OwnedPart): JsonValue | undefined {
  const former = parent.former[key];
  if (former === undefined) return value;
  const kept = parent.kept[key];
  const reached = parent.reached && kept !== undefined && (named || isMember(kept));
  if (!reached && (named ? isOwnable(shape, value) : isMember(former))) return undefined;
  return prune(shape, value, { former, kept: kept ?? emptySet, reached });
}

/** True when a field or a child of it can be owned: an empty associative list cannot. */
function isOwnable(shape: Shape, value: JsonValue): boolean {
  if (shape.kind === "list") return !isList(value) || value.length > 0;
  if (shape.kind !== "struct" || !isMap(value) || isEmpty(value as JsonMap as FieldSet)) return true;
  return Object.entries(value).some(([name, member]) => {
    const field = shape.field(name);
    return field === undefined || isOwnable(field.shape, member as JsonValue);
  });
}
