import { sortedKeys } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { branches, itemsOf, type SchemaNode } from "./schema-node.ts";

/**
 * Checks that each field in `allOf`, `anyOf`, `oneOf` and `not` is also declared outside of them.
 */
export function completeness(root: SchemaNode, at: FieldPath): void {
  const logic = (schema: SchemaNode, described: SchemaNode, places: Places): void => {
    const within = (nested: SchemaNode, nestedAt: FieldPath): void =>
      narrowed(nested, described, { described: places.described, nested: nestedAt });
    for (const branch of branches)
      for (const [i, nested] of (schema[branch] ?? []).entries()) within(nested, places.nested.field(branch).item(i));
    if (schema.not !== undefined) within(schema.not, places.nested.field("not"));
  };
  const narrowed = (schema: SchemaNode, described: SchemaNode | undefined, places: Places): void => {
    if (described === undefined) {
      places.described.required(`because it is defined in ${places.nested.path}`);
      return;
    }
    logic(schema, described, places);
    const items = itemsOf(schema);
    if (items !== undefined)
      narrowed(items, itemsOf(described), {
        described: places.described.field("items"),
        nested: places.nested.field("items"),
      });
    for (const name of sortedKeys(schema.properties ?? {}))
      narrowed(schema.properties?.[name] as SchemaNode, described.properties?.[name], {
        described: places.described.field("properties").item(name),
        nested: places.nested.field("properties").item(name),
      });
  };
  logic(root, root, { described: at, nested: at });
}

interface Places {
  readonly described: FieldPath;
  readonly nested: FieldPath;
}
