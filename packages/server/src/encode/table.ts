import type { ApiObject, ListMeta } from "@svc/meta";
import { badRequest, fieldErrorText, formatAge, invalid } from "@svc/meta";
import type { Cell, ColumnDefinition, RowCondition, TableDefinition } from "@svc/schema";

/** Which part of an object a row carries. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** @throws {StatusError} 400 for a value that is not known */
export function includeObjectOf(query: URLSearchParams): IncludeObject {
  const value = query.get("includeObject") ?? "";
  if (value === "") return "Metadata";
  if (value === "None" || value === "Metadata" || value === "Object") return value;
  const why = fieldErrorText(invalid("includeObject", value, "must be 'Metadata', 'Object', 'None', or empty"));
  throw badRequest(`Unable to convert to Table as requested: ${why}`);
}

const nameColumn: ColumnDefinition = {
  name: "Name",
  type: "string",
  format: "name",
  priority: 0,
  description:
    "Name must be unique within a namespace. It is chosen by clients, or made from generateName by the server, and cannot be changed.",
};
const createdColumn: ColumnDefinition = {
  name: "Created At",
  type: "date",
  format: "",
  priority: 0,
  description: "When the server stored the object for the first time: RFC 3339, in UTC.",
};

/** For kinds that say nothing of their own. */
export const defaultTable: TableDefinition = {
  columns: [nameColumn, createdColumn],
  cells: ({ metadata }) => [metadata.name ?? "", metadata.creationTimestamp ?? null],
};

/** Columns as clients of a table get them: all members, in order. */
export function columnsJson(columns: readonly ColumnDefinition[]): string {
  return JSON.stringify(
    columns.map(({ name, type, format, description, priority }) => ({ name, type, format, description, priority })),
  );
}

/** The beginning of a table, up to its rows. */
export function tableHead(version: string, metaGroup: string, metadata: ListMeta, columns: string): string {
  return `{"kind":"Table","apiVersion":"${metaGroup}/${version}","metadata":${JSON.stringify(metadata)},"columnDefinitions":${columns},"rows":`;
}

/** One row. @param object JSON of what it carries */
export function tableRow(
  cells: readonly Cell[],
  conditions: readonly RowCondition[] | undefined,
  object: string | Buffer,
): Buffer {
  const marks =
    conditions === undefined || conditions.length === 0 ? "" : `,"conditions":${JSON.stringify(conditions)}`;
  const head = `{"cells":${JSON.stringify(cells)}${marks},"object":`;
  return Buffer.concat([Buffer.from(head), Buffer.from(object as string), Buffer.from("}")]);
}

const typedScaleTable: TableDefinition = {
  columns: [
    { ...nameColumn, format: "" },
    { name: "Desired", type: "integer", format: "", priority: 0, description: "How many replicas are wanted." },
    { name: "Available", type: "integer", format: "", priority: 0, description: "How many replicas there are." },
    {
      name: "Age",
      type: "string",
      format: "",
      priority: 0,
      description: "How long ago the object was stored for the first time.",
    },
  ],
  cells: (object, nowMs) => {
    const { spec, status, metadata } = object as ApiObject & {
      spec?: { replicas?: number };
      status?: { replicas?: number };
    };
    return [
      metadata.name ?? "",
      spec?.replicas ?? 0,
      status?.replicas ?? 0,
      formatAge(metadata.creationTimestamp, nowMs),
    ];
  },
};

/**
 * Scales of compiled-in types have columns of their own, those of others the columns of any
 * extension type.
 */
export const scaleTable: Readonly<Record<"typed" | "structural", TableDefinition>> = {
  typed: typedScaleTable,
  structural: {
    ...typedScaleTable,
    columns: typedScaleTable.columns.map((column) => {
      if (column.name === "Name") return nameColumn;
      return column.name === "Age" ? { ...column, type: "date" } : column;
    }),
  },
};
