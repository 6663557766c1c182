import type { StructuralSchema } from "@svc/cel";
import { isKeyed } from "@svc/schema";

/**
 * Whether a value can be compared with the one before: as in kube-apiserver, one with members that
 * the schema does not declare, or with items that their keys do not tell apart, is never the same.
 *
 * @param prefix that of schema extensions
 */
export function isComparable(schema: StructuralSchema | undefined, value: unknown, prefix: string): boolean {
  if (schema === undefined) return false;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) {
    const keys = schema[`${prefix}list-type`] === "map" ? schema[`${prefix}list-map-keys`] : undefined;
    if (!Array.isArray(keys)) return true;
    return isKeyed(value, keys as readonly string[]) && value.every((item) => isComparable(schema.items, item, prefix));
  }
  const { properties = {}, additionalProperties } = schema;
  const values = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return Object.entries(value).every(([name, part]) =>
    isComparable(Object.hasOwn(properties, name) ? properties[name] : values, part, prefix),
  );
}
