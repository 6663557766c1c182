import { appendAll } from "@svc/base";
import { addError, duplicate, type FieldError, invalid } from "@svc/meta";
import type { ListSchema, Schema } from "../schema.ts";
import { shown } from "./go-value.ts";
import { jsonKey } from "./json-equal.ts";
import { type Place, pathWithKeys } from "./place.ts";
import { isObject, keyOf } from "./previous-item.ts";
import { walk } from "./walk.ts";

/** Items that stand twice in lists that are sets, or maps of keys. */
export function listTypeErrors(schema: Schema, value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, value, (at, list, place) => {
    if (at.type !== "list" || !Array.isArray(list)) return;
    if (at.listType === "set")
      appendAll(
        errors,
        duplicates(list, place, (item) => item),
      );
    else if (at.listType === "map") appendAll(errors, mapErrors(at, list, place));
  });
  return errors;
}

/** Items that are no objects have no keys: the first of them is told alone. */
function mapErrors(
  { keys = [] }: ListSchema,
  list: readonly unknown[],
  place: Place | undefined,
): readonly FieldError[] {
  const wrong = list.findIndex((item) => item !== null && !isObject(item));
  if (wrong >= 0) {
    const message = "must be an object for an array of list-type map";
    return [invalid(pathWithKeys({ parent: place, step: wrong }), shown(list[wrong]), message)];
  }
  return duplicates(list, place, (item) => (isObject(item) ? keyOf(item, keys) : {}));
}

/** One error a value, however often it is there, where it stands the second time. */
function duplicates(
  list: readonly unknown[],
  place: Place | undefined,
  identity: (item: unknown) => unknown,
): readonly FieldError[] {
  const counts = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [i, item] of list.entries()) {
    const id = identity(item);
    const key = jsonKey(id);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 2) addError(errors, () => duplicate(pathWithKeys({ parent: place, step: i }), shown(id)));
  }
  return errors;
}
