import { appendAll } from "@svc/base";
import { addError, duplicate, type FieldError, invalid } from "@svc/meta";
import type { ListSchema, Schema } from "../schema.ts";
import { displayGoValue } from "./go-value.ts";
import { jsonKey } from "./json-equal.ts";
import { isObject, keyOf } from "./previous-item.ts";
import { pathWithKeys, type ValuePath } from "./value-path.ts";
import { walk } from "./walk.ts";

/** Reports duplicate items of sets and associative lists. */
export function listTypeErrors(schema: Schema, value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  walk(schema, value, (at, list, location) => {
    if (at.type !== "list" || !Array.isArray(list)) return;
    if (at.listType === "set")
      appendAll(
        errors,
        duplicates(list, location, (item) => item),
      );
    else if (at.listType === "map") appendAll(errors, mapErrors(at, list, location));
  });
  return errors;
}

/** Items that are no objects have no keys: only the first of them is reported. */
function mapErrors(
  { keys = [] }: ListSchema,
  list: readonly unknown[],
  location: ValuePath | undefined,
): readonly FieldError[] {
  const wrong = list.findIndex((item) => item !== null && !isObject(item));
  if (wrong >= 0) {
    const message = "must be an object for an array of list-type map";
    return [invalid(pathWithKeys({ parent: location, step: wrong }), displayGoValue(list[wrong]), message)];
  }
  return duplicates(list, location, (item) => (isObject(item) ? keyOf(item, keys) : {}));
}

/** One error per value, at its second occurrence. */
function duplicates(
  list: readonly unknown[],
  location: ValuePath | undefined,
  identity: (item: unknown) => unknown,
): readonly FieldError[] {
  const counts = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const [i, item] of list.entries()) {
    const id = identity(item);
    const key = jsonKey(id);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 2) addError(errors, () => duplicate(pathWithKeys({ parent: location, step: i }), displayGoValue(id)));
  }
  return errors;
}
