import { copyMembers, type JsonValue } from "@svc/meta";
import { isList, isMap } from "./json-text.ts";
import { type JsonMap, own } from "./value.ts";

/**
 * Replaces the parts of a value that equal parts of an older one, members in the same order, by
 * those. Returns the value itself when there are none.
 */
export function shareStructure<T extends JsonValue>(value: T, old: JsonValue | undefined): T;
export function shareStructure(value: JsonValue, old: JsonValue | undefined): JsonValue {
  if (value === old || typeof value !== "object" || value === null) return value;
  if (isList(value)) return isList(old) ? itemsOf(value, old) : value;
  return isMap(old) ? membersOf(value as JsonMap, old) : value;
}

function itemsOf(value: readonly JsonValue[], old: readonly JsonValue[]): readonly JsonValue[] {
  let same = value.length === old.length;
  const items = value.map((item, i) => {
    const kept = shareStructure(item, old[i]);
    if (kept !== old[i]) same = false;
    return kept;
  });
  return same ? old : items;
}

function membersOf(value: JsonMap, old: JsonMap): JsonMap {
  const names = Object.keys(old);
  let copy: Record<string, JsonValue> | undefined;
  let place = 0;
  for (const name in value) {
    const isInPlace = names[place] === name;
    const before = isInPlace ? old[name] : own(old, name);
    const kept = shareStructure(value[name] as JsonValue, before);
    if (copy === undefined && (!isInPlace || kept !== before)) copy = copyAfter(value, old, names.slice(0, place));
    // The member exists already, so that `__proto__` is a plain name.
    if (copy !== undefined && typeof kept === "object") copy[name] = kept;
    place++;
  }
  return copy ?? (place === names.length ? old : copyAfter(value, old, names.slice(0, place)));
}

/** A copy with the old members of these names. */
function copyAfter(value: JsonMap, old: JsonMap, names: readonly string[]): Record<string, JsonValue> {
  const copy = copyMembers(value);
  for (const name of names) copy[name] = old[name] as JsonValue;
  return copy;
}
