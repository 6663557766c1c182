import { quote } from "@svc/base";
/** Expected type of a value in a configuration file. */
export type Shape =
  | { readonly kind: "text" }
  | { readonly kind: "boolean" }
  | { readonly kind: "list"; readonly of: Shape }
  | { readonly kind: "struct"; readonly fields: Readonly<Record<string, Shape>> };

/** A text. */
export const text: Shape = { kind: "text" };
/** A boolean. */
export const boolean: Shape = { kind: "boolean" };
/** A list of values. */
export const list = (of: Shape): Shape => ({ kind: "list", of });
/** A map with known fields. */
export const struct = (fields: Readonly<Record<string, Shape>>): Shape => ({ kind: "struct", fields });

/** Compares a value with a shape; returns one message for each mismatch. Null counts as absent. */
export function shapeErrors(value: unknown, shape: Shape, path = ""): string[] {
  if (value === undefined || value === null) return [];
  switch (shape.kind) {
    case "text":
      return typeof value === "string" ? [] : [`${path}: must be text, not ${kindOf(value)}`];
    case "boolean":
      return typeof value === "boolean" ? [] : [`${path}: must be true or false, not ${kindOf(value)}`];
    case "list":
      if (!Array.isArray(value)) return [`${path}: must be a list, not ${kindOf(value)}`];
      return value.flatMap((item: unknown, i) => shapeErrors(item, shape.of, `${path}[${i}]`));
    case "struct":
      if (kindOf(value) !== "a map") return [`${path === "" ? "the file" : path}: must be a map, not ${kindOf(value)}`];
      return Object.entries(value).flatMap(([key, member]) => {
        const place = path === "" ? key : `${path}.${key}`;
        const field = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
        return field === undefined ? [`unknown field ${quote(place)}`] : shapeErrors(member, field, place);
      });
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
