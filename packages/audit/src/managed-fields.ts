/** An object, or a list, without `managedFields`. */
export function withoutManagedFields(object: unknown): unknown {
  if (!isMembers(object)) return object;
  const { metadata, items } = object;
  return {
    ...object,
    ...(isMembers(metadata) ? { metadata: withoutThem(metadata) } : {}),
    ...(Array.isArray(items) ? { items: items.map(withoutManagedFields) } : {}),
  };
}

function withoutThem({ managedFields: _, ...rest }: Readonly<Record<string, unknown>>): object {
  return rest;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
