import type { MemoryStorage } from "@svc/storage/memory";

/** Kinds that change without a controller's action. */
const ignored: readonly string[] = ["/registry/events/", "/registry/leases/", "/registry/masterleases/"];

/** Values by key, as they are stored. */
export async function stateOf(storage: MemoryStorage): Promise<ReadonlyMap<string, string>> {
  const { entries } = await storage.range({ prefix: "" });
  return new Map(
    entries
      .filter(({ key }) => !ignored.some((prefix) => key.startsWith(prefix)))
      .map(({ key, value, revision }) => [key, `${revision} ${Buffer.from(value).toString()}`]),
  );
}

/** Keys whose values differ. */
export function changedKeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key)).sort();
}
