import { anObject, aString, checkArgument, listOf } from "@svc/base/check";
import { type ApiObject, formatAge } from "@svc/meta";
import type { Cell, ColumnDefinition, SelectableFields, TableDefinition } from "../definition.ts";
import { numberText } from "../structural/go-value.ts";
import { parseJsonPath } from "./json-path.ts";
import { type ObjectPath, parseObjectPath, valueAt } from "./object-path.ts";

/** The type of a column's cells, as in table definitions of extension types. */
export type ColumnType = "string" | "integer" | "number" | "boolean" | "date";

interface ColumnBase {
  readonly name: string;
  /** @default string */
  readonly type?: ColumnType;
  readonly format?: string;
  readonly description?: string;
  /** Values above 0 appear only in wide output. @default 0 */
  readonly priority?: number;
}

/** A column with the value at a path, or with the result of a function. */
export type Column<T extends ApiObject> =
  | (ColumnBase & { readonly path: string })
  | (ColumnBase & { readonly value: (object: T, nowMs: number) => Cell });

const nameColumn: ColumnDefinition = {
  name: "Name",
  type: "string",
  format: "name",
  description: "The name, of its own among objects of this kind in its namespace.",
  priority: 0,
};

const age: ColumnBase & { readonly path: string } = {
  name: "Age",
  type: "date",
  path: ".metadata.creationTimestamp",
  description: "How long ago the object was made.",
};

/** Characters of a row: many columns may show the same large value. Cells beyond it are empty. */
const maxRowLength = 4 * 1024 * 1024;

const expectedColumns = listOf(anObject);

/**
 * Creates the table of a type. Rows begin with the name; without columns they show the age.
 * @throws {TypeError} for an invalid path
 */
export function tableOf<T extends ApiObject>(columns: readonly Column<T>[] = [age]): TableDefinition {
  checkArgument("tableOf: columns", columns, expectedColumns);
  const cells = columns.map(cellOf);
  return {
    columns: [
      nameColumn,
      ...columns.map((column) => {
        const { name, type = "string", format = "", description = descriptionOf(column), priority = 0 } = column;
        return { name, type, format, description, priority };
      }),
    ],
    cells: (object, nowMs) => {
      let left = maxRowLength;
      const within = (cell: Cell): Cell => {
        if (typeof cell !== "string") return cell;
        left -= cell.length;
        return left >= 0 ? cell : null;
      };
      return [object.metadata.name ?? "", ...cells.map((cell) => within(cell(object as T, nowMs)))];
    },
  };
}

function descriptionOf<T extends ApiObject>(column: Column<T>): string {
  return "path" in column ? `The value at ${column.path}.` : "";
}

function cellOf<T extends ApiObject>(column: Column<T>): (object: T, nowMs: number) => Cell {
  if ("value" in column) return column.value;
  const path = parseJsonPath(column.path);
  const { type = "string" } = column;
  return (object, nowMs) => cellAt(path.first(object), type, nowMs);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/** Numbers beyond 64 bits become the minimum integer, as in the original. */
function integerOf(value: number): number {
  return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2 ** 63);
}

/** A value as a cell of the column's type; null for a value of another type. */
function cellAt(value: unknown, type: ColumnType, nowMs: number): Cell {
  if (value === undefined) return null;
  switch (type) {
    case "string":
      if (value === null) return "<no value>";
      if (typeof value === "object") return jsonText(value).replace(/[<>&\u2028\u2029]/g, escaped);
      return typeof value === "number" ? numberText(value) : String(value);
    case "integer":
      return isNumber(value) ? integerOf(Number(value)) : null;
    case "number":
      return isNumber(value) ? Number(value) : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? formatAge(value, nowMs) : null;
  }
}

/** JSON with the members of objects in the order of their names. */
function jsonText(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${jsonText(part)}`).join()}}`;
}

/** As in the original, objects and lists are printed for HTML. */
function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const expectedPaths = listOf(aString);

/** Fields that selectors may use, by their paths. @throws {TypeError} for an invalid path */
export function selectableFieldsAt(paths: readonly string[]): SelectableFields {
  checkArgument("selectableFieldsAt: paths", paths, expectedPaths);
  const fields: readonly (readonly [name: string, path: ObjectPath])[] = paths.map((text) => [
    text.replace(/^\./, ""),
    parseObjectPath(text),
  ]);
  return {
    fields: fields.map(([name]) => name),
    values: (object) =>
      Object.fromEntries(
        fields.map(([name, path]) => {
          const value = valueAt(object, path);
          return [name, value === undefined || value === null ? "" : String(value)];
        }),
      ),
  };
}
