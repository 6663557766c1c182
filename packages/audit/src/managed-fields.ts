/** An object, a list or a table without `managedFields`. */
export function withoutManagedFields(object: unknown): unknown {
  if (!isMembers(object)) return object;
  const { metadata, items, rows } = object;
  return {
    ...object,
    ...(isMembers(metadata) ? { metadata: withoutThem(metadata) } : {}),
    ...(Array.isArray(items) ? { items: items.map(withoutManagedFields) } : {}),
    ...(object["kind"] === "Table" && Array.isArray(rows) ? { rows: rows.map(withoutThoseOfObject) } : {}),
  };
}

function withoutThoseOfObject(row: unknown): unknown {
  return isMembers(row) && row["object"] !== undefined ? { ...row, object: withoutManagedFields(row["object"]) } : row;
}

function withoutThem({ managedFields: _, ...rest }: Readonly<Record<string, unknown>>): object {
  return rest;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
