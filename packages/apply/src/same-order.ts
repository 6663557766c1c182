import type { JsonValue } from "@svc/meta";
import { itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { childShape } from "./merge-values.ts";
import type { Shape } from "./shape.ts";
import { own } from "./value.ts";

/**
 * True when the lists of two values with equal fields have the same order.
 * @throws {ItemKeyError}
 */
export function sameOrder(shape: Shape, a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return true;
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return true;
    case "list":
      if (!isList(a) || !isList(b)) return true;
      return a.every((item, i) => {
        const other = b[i];
        return (
          other !== undefined && itemKey(shape, item) === itemKey(shape, other) && sameOrder(shape.items, item, other)
        );
      });
    default: {
      if (!isMap(a) || !isMap(b)) return true;
      for (const name in b) if (!sameOrder(childShape(shape, name), own(a, name), b[name])) return false;
      return true;
    }
  }
}
