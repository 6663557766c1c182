import type { apiextensionsv1 } from "@svc/types";
import { type Check, each, members, needed } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { whenSet } from "../common/when-set.ts";
import { memberOf, type SchemaNode } from "./schema-node.ts";

type Column = apiextensionsv1.CustomResourceColumnDefinition;
type Scale = apiextensionsv1.CustomResourceSubresourceScale;

const maxSelectableFields = 8;
const columnTypes: readonly string[] = ["boolean", "date", "integer", "number", "string"];
const columnFormats: readonly string[] = [
  ...["byte", "date", "date-time", "double", "float", "int32", "int64", "password"],
];
const simplePath = "must be a simple json path starting with .";

function pathUnder(...roots: readonly string[]): Check<string> {
  const where = roots.length === 1 ? roots[0] : `either ${roots.join(" or ")}`;
  return (value, at) => {
    if (!value.startsWith(".")) at.invalid(value, simplePath);
    else if (!roots.some((root) => value.startsWith(`${root}.`)))
      at.invalid(value, `should be a json path under ${where}`);
  };
}

export const subresources: Check<apiextensionsv1.CustomResourceSubresources> =
  members<apiextensionsv1.CustomResourceSubresources>({
    scale: members<Scale>({
      specReplicasPath: needed(pathUnder(".spec")),
      statusReplicasPath: needed(pathUnder(".status")),
      labelSelectorPath: whenSet(pathUnder(".spec", ".status")),
    }),
  });

const typeMessage = `must be one of ${columnTypes.join(",")}`;

const column: Check<Column> = (value, at) => {
  nameOfColumn(value, at);
  const { type = "", format = "", jsonPath = "" } = value;
  if (type === "") at.field("type").required(typeMessage);
  else if (!columnTypes.includes(type)) at.field("type").invalid(type, typeMessage);
  if (format !== "" && !columnFormats.includes(format))
    at.field("format").invalid(format, `must be one of ${columnFormats.join(",")}`);
  const pathAt = at.field("JSONPath");
  if (jsonPath === "") pathAt.required();
  else if (!jsonPath.startsWith(".")) pathAt.invalid(jsonPath, simplePath);
};
const nameOfColumn = members<Column>({ name: needed() });

export const columns: Check<readonly Column[]> = each(column);

const selectableTypes: readonly string[] = ["string", "boolean", "integer"];

/** Fields by which objects can be selected: each names one value of the schema. */
export function selectableFields(
  fields: readonly apiextensionsv1.SelectableField[],
  schema: SchemaNode,
  at: FieldPath,
): void {
  // Only valid paths are checked for duplicates.
  const seen = new Set<string>();
  for (const [i, { jsonPath = "" }] of fields.entries()) {
    const pathAt = at.item(i).field("jsonPath");
    if (jsonPath === "") {
      pathAt.required();
      continue;
    }
    const found = followPath(jsonPath, schema);
    if (typeof found === "string") {
      pathAt.invalid(jsonPath, `is an invalid path: ${found}`);
      continue;
    }
    if (found.names[0] === "metadata") pathAt.invalid(jsonPath, "must not point to fields in metadata");
    if (!selectableTypes.includes(found.node.type ?? "")) pathAt.invalid(jsonPath, wrongType);
    if (seen.has(jsonPath)) pathAt.duplicate(jsonPath);
    seen.add(jsonPath);
  }
  if (seen.size > maxSelectableFields) at.tooMany(seen.size, maxSelectableFields);
}

const wrongType =
  "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
const token = /[.[\]]|[^.[\]]+/g;

/** The part of a schema that names after dots lead to; or why they lead nowhere. */
function followPath(
  path: string,
  schema: SchemaNode,
): { readonly node: SchemaNode; readonly names: readonly string[] } | string {
  const tokens = path.match(token) ?? [];
  const names: string[] = [];
  let node = schema;
  for (let i = 0; i < tokens.length; i += 2) {
    if (tokens[i] === "[") return "array notation is not allowed";
    if (tokens[i] !== ".") return `expected [ or . but got: ${tokens[i]}`;
    const name = tokens[i + 1];
    if (name === undefined) return "unexpected end of JSON path";
    const next = memberOf(node, name);
    if (next === undefined) return "does not refer to a valid field";
    node = next;
    names.push(name);
  }
  return { node, names };
}
