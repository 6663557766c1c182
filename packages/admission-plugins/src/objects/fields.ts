/** A field of an untyped object. */
export function field(object: unknown, ...path: readonly string[]): unknown {
  let at = object;
  for (const name of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

export function text(object: unknown, ...path: readonly string[]): string {
  const value = field(object, ...path);
  return typeof value === "string" ? value : "";
}

export function items(object: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = field(object, ...path);
  return Array.isArray(value) ? value : [];
}

export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
