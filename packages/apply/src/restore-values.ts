import type { JsonValue } from "@svc/meta";
import { type FieldKey, fieldKey } from "./field-key.ts";
import { type FieldSet, isMember } from "./field-set.ts";
import { itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { childShape } from "./merge-values.ts";
import type { Shape, StructShape } from "./shape.ts";
import { type JsonMap, own, put } from "./value.ts";

/**
 * The remaining value plus the owned (`kept`) parts of the whole value, field by field and item by
 * item in the order of the whole. Atomic values are restored completely or not at all.
 *
 * @throws {ItemKeyError} when items of a list have no unique keys
 */
export function restoreOwned(shape: StructShape, whole: JsonMap, remains: Remains<JsonMap>): JsonMap {
  return restoreMembers(shape, whole, remains);
}

/** The remaining part of a value. */
interface Remains<T = JsonValue | undefined> {
  /** The value after something was removed. */
  readonly left: T;
  /** The owned parts of the whole value. */
  readonly kept: FieldSet | undefined;
}

function restore(shape: Shape, whole: JsonValue, { left, kept }: Remains): JsonValue {
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return whole;
    case "list":
      return isList(whole) ? restoreItems(shape, whole, { left: isList(left) ? left : [], kept }) : whole;
    default:
      return isMap(whole) ? restoreMembers(shape, whole, { left: isMap(left) ? left : {}, kept }) : whole;
  }
}

function restoreMembers(shape: Shape, whole: JsonMap, { left, kept }: Remains<JsonMap>): JsonMap {
  const restored: Record<string, JsonValue> = {};
  for (const name in whole) {
    const rest = own(left, name);
    const node = kept?.[fieldKey(name)];
    const named = shape.kind === "struct" && shape.field(name) !== undefined;
    if (rest === undefined && !(node !== undefined && (named || isMember(node)))) continue;
    put(restored, name, restore(childShape(shape, name), whole[name] as JsonValue, { left: rest, kept: node }));
  }
  return restored;
}

function restoreItems(
  shape: Extract<Shape, { readonly kind: "list" }>,
  whole: readonly JsonValue[],
  { left, kept }: Remains<readonly JsonValue[]>,
): readonly JsonValue[] {
  const rest = new Map<FieldKey, JsonValue>(left.map((item) => [itemKey(shape, item), item]));
  const restored: JsonValue[] = [];
  for (const item of whole) {
    const key = itemKey(shape, item);
    const node = kept?.[key];
    const before = rest.get(key);
    if (before === undefined && !(node !== undefined && isMember(node))) continue;
    restored.push(restore(shape.items, item, { left: before, kept: node }));
  }
  return restored;
}
