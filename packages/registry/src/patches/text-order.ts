import type { JsonValue } from "@svc/meta";

/**
 * Which maps and lists of a document a patch opened: those within by their names or indexes, or
 * everything.
 */
export type Opened = "all" | ReadonlyMap<string, Opened>;

/** A merge patch opens what it merges, and all that it brings. */
export function openedByMerge(patch: JsonValue): Opened {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return "all";
  return new Map(Object.entries(patch).map(([name, value]) => [name, openedByMerge(value as JsonValue)]));
}

/** A JSON patch opens what its pointers go through, not what they end at. */
export function openedByPointers(pointers: readonly string[]): Opened {
  const root = new Map<string, Opened>();
  for (const pointer of pointers) {
    let at = root;
    for (const step of pointer.split("/").slice(1, -1)) {
      const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
      const next = (at.get(name) ?? new Map<string, Opened>()) as Map<string, Opened>;
      at.set(name, next);
      at = next;
    }
  }
  return root;
}

/**
 * The patched document in the order of its text, so that errors name its first mistake:
 * members of what was opened are sorted, others stand as they stood.
 */
export function inTextOrder(value: JsonValue, opened: Opened | undefined): JsonValue {
  if (opened === undefined || typeof value !== "object" || value === null) return value;
  const within = (name: string): Opened | undefined => (opened === "all" ? opened : opened.get(name));
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => inTextOrder(item, within(String(i))));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inTextOrder(member as JsonValue, within(name))]));
}
