import type { JsonValue } from "@svc/meta";
import { type FieldKey, fieldKey } from "./field-key.ts";
import { emptySet, type FieldSet, isEmpty, isMember } from "./field-set.ts";
import { itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { childShape } from "./merge-values.ts";
import type { Shape, StructShape } from "./shape.ts";
import { type JsonMap, put } from "./value.ts";

/**
 * A value without what a manager owned (`given`) and nobody owns any more: fields, keys of maps and
 * items, with all that is in them. What is within a part that stays is owned by someone, or was
 * never owned by him.
 *
 * @param kept what is owned after the change, by anybody
 * @throws {ItemKeyError} when items of a list cannot be told apart
 */
export function pruneObject(shape: StructShape, object: JsonMap, given: FieldSet, kept: FieldSet): JsonMap {
  const pruned = prune(shape, object, given, kept, true);
  return isMap(pruned) ? pruned : {};
}

/** @param reached whether everything above the value is owned by someone */
function prune(shape: Shape, value: JsonValue, given: FieldSet, kept: FieldSet, reached: boolean): JsonValue {
  if (isEmpty(given)) return value;
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return value;
    case "list":
      return isList(value) ? pruneItems(shape, value, given, kept, reached) : value;
    default:
      return isMap(value) ? pruneMembers(shape, value, given, kept, reached) : value;
  }
}

function pruneMembers(shape: Shape, value: JsonMap, given: FieldSet, kept: FieldSet, reached: boolean): JsonValue {
  const left: Record<string, JsonValue> = {};
  let changed = false;
  for (const name in value) {
    const before = value[name] as JsonValue;
    const named = shape.kind === "struct" && shape.field(name) !== undefined;
    const after = pruneChild(childShape(shape, name), before, { key: fieldKey(name), named, given, kept, reached });
    if (after !== before) changed = true;
    if (after !== undefined) put(left, name, after);
  }
  return changed ? orNull(left, isEmpty(left as FieldSet)) : value;
}

function pruneItems(
  shape: Extract<Shape, { readonly kind: "list" }>,
  value: readonly JsonValue[],
  given: FieldSet,
  kept: FieldSet,
  reached: boolean,
): JsonValue {
  const left: JsonValue[] = [];
  let changed = false;
  for (const item of value) {
    const place = { key: itemKey(shape, item), named: false, given, kept, reached };
    const after = pruneChild(shape.items, item, place);
    if (after !== item) changed = true;
    if (after !== undefined) left.push(after);
  }
  return changed ? orNull(left, left.length === 0) : value;
}

/** What has lost everything is set to nothing, since it stays itself. */
function orNull(value: JsonValue, empty: boolean): JsonValue {
  return empty ? null : value;
}

interface Place {
  readonly key: FieldKey;
  /**
   * Whether it is a field of a struct: those are owned with what is in them, even where sets do not
   * say so.
   */
  readonly named: boolean;
  /** The sets of the parent. */
  readonly given: FieldSet;
  readonly kept: FieldSet;
  readonly reached: boolean;
}

/** Undefined for what goes. */
function pruneChild(shape: Shape, value: JsonValue, place: Place): JsonValue | undefined {
  const { key, named } = place;
  const given = place.given[key];
  if (given === undefined) return value;
  const kept = place.kept[key];
  const reached = place.reached && kept !== undefined && (named || isMember(kept));
  if (!reached && (named ? isOwnable(shape, value) : isMember(given))) return undefined;
  return prune(shape, value, given, kept ?? emptySet, reached);
}

/**
 * Whether a field can be owned, or anything in it: a list that is owned item by item cannot while
 * there is none.
 */
function isOwnable(shape: Shape, value: JsonValue): boolean {
  if (shape.kind === "list") return !isList(value) || value.length > 0;
  if (shape.kind !== "struct" || !isMap(value) || isEmpty(value as JsonMap as FieldSet)) return true;
  return Object.entries(value).some(([name, member]) => {
    const field = shape.field(name);
    return field === undefined || isOwnable(field.shape, member as JsonValue);
  });
}
