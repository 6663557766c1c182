import type { JsonValue } from "@svc/meta";
import type { FieldKey } from "./field-key.ts";
import { itemKey, itemsByKey, sameKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { anyShape, type ListShape, type Shape, type StructShape } from "./shape.ts";
import { type JsonMap, own, put, sameJson } from "./value.ts";

/** The values to merge: the live one, and the manager's intent. */
interface Operands<T = JsonMap> {
  readonly live: T;
  readonly intent: T;
}

/**
 * The operands and the result of a merge. A cached merge requires that none of the three changes.
 */
export interface Merged<T = JsonMap> extends Operands<T> {
  readonly merged: T;
}

/**
 * Merges an intent into a live value: atomic values are replaced, maps and lists merge member by
 * member, and nothing is removed. The result shares its unchanged parts with both.
 *
 * @param intent must have no list with duplicate items, see `appliedFields`
 * @param previous an earlier merge by the same shape, whose results are reused for identical parts
 * @throws {ItemKeyError} when items of a list have no unique keys
 */
export function mergeObjects(shape: StructShape, operands: Operands, previous?: Merged): JsonMap {
  return mergeMembers(shape, operands, previous);
}

type Value = JsonValue | undefined;

function merge(shape: Shape, { live, intent }: Operands<Value>, previous: Merged<Value> | undefined): Value {
  if (live === undefined || intent === undefined) return intent ?? (intent === null ? null : live);
  if (previous !== undefined && previous.live === live && previous.intent === intent) return previous.merged;
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return sameJson(live, intent) ? live : intent;
    case "list": {
      const before = isList(live) ? live : [];
      const intended = isList(intent) ? intent : [];
      if (before.length === 0 && intended.length === 0) return sameJson(live, intent) ? live : intent;
      const lists = { live: before, intent: intended };
      return mergePairs(shape, lists, listsOf(previous)) ?? mergeLists(shape, before, intended);
    }
    case "any":
      if (!isMap(intent) && (intent !== null || !isMap(live))) return sameJson(live, intent) ? live : intent;
      break;
    default:
  }
  const before = isMap(live) ? live : noMembers;
  const intended = isMap(intent) ? intent : noMembers;
  if (hasNone(before) && hasNone(intended)) return sameJson(live, intent) ? live : intent;
  return mergeMembers(shape, { live: before, intent: intended }, mapsOf(previous));
}

const noMembers: JsonMap = Object.freeze({});

function hasNone(map: JsonMap): boolean {
  for (const _ in map) return false;
  return true;
}

function mapsOf(previous: Merged<Value> | undefined): Merged | undefined {
  if (previous === undefined) return undefined;
  const { live, intent, merged } = previous;
  return isMap(live) && isMap(intent) && isMap(merged) ? { live, intent, merged } : undefined;
}

type List = readonly JsonValue[];

function listsOf(previous: Merged<Value> | undefined): Merged<List> | undefined {
  if (previous === undefined) return undefined;
  const { live, intent, merged } = previous;
  return isList(live) && isList(intent) && isList(merged) ? { live, intent, merged } : undefined;
}

function mergeMembers(shape: Shape, { live, intent }: Operands, previous: Merged | undefined): JsonMap {
  let merged: Record<string, JsonValue> | undefined;
  for (const name in intent) {
    const before = own(live, name);
    const intended = intent[name];
    if (intended === before && typeof intended !== "object") continue;
    const value = merge(
      childShape(shape, name),
      { live: before, intent: intended },
      previous && memberOf(previous, name),
    );
    if (value === undefined || value === before) continue;
    merged ??= { ...live };
    put(merged, name, value);
  }
  return merged ?? live;
}

function memberOf({ live, intent, merged }: Merged, name: string): Merged<Value> {
  return { live: own(live, name), intent: own(intent, name), merged: own(merged, name) };
}

export function childShape(shape: Shape, name: string): Shape {
  switch (shape.kind) {
    case "struct":
      return shape.field(name)?.shape ?? shape.rest ?? anyShape;
    case "map":
      return shape.values;
    default:
      return anyShape;
  }
}

/** Merges lists with equal keys in equal order, the usual case; undefined for others. */
function mergePairs(
  shape: ListShape,
  { live, intent }: Operands<List>,
  previous: Merged<List> | undefined,
): List | undefined {
  if (!arePairs(shape, live, intent)) return undefined;
  const pairs = previous !== undefined && arePairs(shape, previous.live, previous.intent) ? previous : undefined;
  let merged: JsonValue[] | undefined;
  for (let i = 0; i < live.length; i++) {
    const pair = pairs && { live: pairs.live[i], intent: pairs.intent[i], merged: pairs.merged[i] };
    const value = merge(shape.items, { live: live[i], intent: intent[i] }, pair) as JsonValue;
    if (value === live[i]) continue;
    merged ??= [...live];
    merged[i] = value;
  }
  return merged ?? live;
}

function arePairs(shape: ListShape, live: List, intent: List): boolean {
  if (live.length !== intent.length) return false;
  for (let i = 0; i < live.length; i++) if (!sameKey(shape, live[i] as JsonValue, intent[i] as JsonValue)) return false;
  return true;
}

/**
 * Intended items keep the order of the intent. Items only in the live list keep their position:
 * before the intended item that followed them, else at the end.
 */
function mergeLists(shape: ListShape, live: readonly JsonValue[], intent: readonly JsonValue[]): readonly JsonValue[] {
  const byKey = itemsByKey(shape, live);
  const keys = intent.map((item) => itemKey(shape, item));
  const intended = new Set(keys);
  const shared = keys.filter((key) => byKey.has(key));
  const merged: JsonValue[] = [];
  let put = 0;
  let nextShared = 0;
  const placeIntended = (): void => {
    const key = keys[put] as FieldKey;
    // An item whose key the live list has twice matches neither.
    const others = byKey.get(key) ?? [];
    const before = others.length === 1 ? others[0] : undefined;
    merged.push(merge(shape.items, { live: before, intent: intent[put] }, undefined) as JsonValue);
    if (key === shared[nextShared]) nextShared++;
    put++;
  };
  for (const item of live) {
    const key = itemKey(shape, item);
    if (!intended.has(key)) merged.push(item);
    else if (key === shared[nextShared]) for (const before = nextShared; nextShared === before; ) placeIntended();
    // A duplicate of an item that is already placed gives its position to the remaining intended
    // items.
    else if (nextShared === shared.length && put < keys.length) placeIntended();
  }
  while (put < keys.length) placeIntended();
  return merged;
}
