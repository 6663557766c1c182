import { anObject, checkArgument, optionsOf } from "@svc/base/check";
import type { GroupVersionKind } from "@svc/meta";
import { createStruct, type StructSchema } from "@svc/schema";

/** The kind of a list and of its items. */
export interface ListStructOptions {
  readonly kind: GroupVersionKind;
  readonly listMeta: StructSchema;
}

const listStructOptions = optionsOf<ListStructOptions>({
  kind: anObject,
  listMeta: anObject,
});

/** The type of lists of a kind. @throws {TypeError} for a wrong argument */
export function listStruct(item: StructSchema, options: ListStructOptions): StructSchema {
  checkArgument("listStruct: item", item, anObject);
  checkArgument("listStruct: options", options, listStructOptions);
  const { kind, listMeta } = options;
  const openapiName = item.openapiName === undefined ? undefined : listName(item.openapiName, kind.kind);
  return createStruct(
    [
      { name: "kind", schema: { type: "string" }, presence: "omitEmpty" },
      { name: "apiVersion", schema: { type: "string" }, presence: "omitEmpty" },
      {
        name: "metadata",
        schema: listMeta,
        presence: "always",
        description: "Metadata of the list: its resource version, and where its next page begins.",
      },
      { name: "items", schema: { type: "list", items: item }, presence: "always", required: true },
    ],
    {
      description: `${kind.kind} is a list of ${item.kinds?.[0]?.kind ?? "objects"}.`,
      kinds: [kind],
      ...(item.selectable === undefined ? {} : { selectable: item.selectable }),
      ...(openapiName === undefined ? {} : { openapiName }),
    },
  );
}

/** The list is named after its items: `io.example.v1.Widget`, `io.example.v1.WidgetList`. */
function listName(itemName: string, listKind: string): string {
  return `${itemName.slice(0, itemName.lastIndexOf(".") + 1)}${listKind}`;
}
