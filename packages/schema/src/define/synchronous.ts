type Members = Readonly<Record<string, unknown>>;

const AsyncFunction: unknown = (async () => undefined).constructor;

/**
 * Refuses a declaration of Zod that has asynchronous refinements or transformations: writes are
 * checked without waiting. An asynchronous `superRefine` can't be seen in a declaration; it fails
 * with the same message at the first write.
 *
 * @throws {TypeError} with the path of the field
 */
export function checkSynchronous(declaration: object): void {
  visit(declaration, "", new Set());
}

/** Walks the `_zod` members of schemas and checks, in which Zod stores their structure. */
function visit(value: unknown, path: string, seen: Set<object>): void {
  if (typeof value === "function" && value.constructor === AsyncFunction)
    throw new TypeError(
      `${path === "" ? "the schema" : path} has an asynchronous check: writes are checked at once, so move the check into admission or a webhook`,
    );
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) {
    for (const item of value) visit(item, path, seen);
    return;
  }
  const { _zod: inner } = value as { readonly _zod?: { readonly def?: Members; readonly check?: unknown } };
  if (inner === undefined) return;
  visit(inner.check, path, seen);
  for (const [name, member] of Object.entries(inner.def ?? {})) {
    if (name === "shape") visitShape(member as Members, path, seen);
    else visit(member, name === "element" ? `${path}[]` : path, seen);
  }
}

function visitShape(shape: Members, path: string, seen: Set<object>): void {
  for (const [name, field] of Object.entries(shape)) visit(field, path === "" ? name : `${path}.${name}`, seen);
}
