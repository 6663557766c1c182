import type { JsonValue } from "@svc/meta";

/** The maps and lists of a document that a patch opened: by names and indexes, or all. */
export type Opened = "all" | ReadonlyMap<string, Opened>;

/** A merge patch opens the values that it merges, and all that it adds. */
export function openedByMerge(patch: JsonValue): Opened {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return "all";
  return new Map(Object.entries(patch).map(([name, value]) => [name, openedByMerge(value as JsonValue)]));
}

/** A JSON patch opens the values on the way of its pointers, not the targets. */
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
 * The patched document in the order of the original's text, so that errors name the same first
 * mistake: members of opened values are sorted, others keep their order.
 */
export function inTextOrder(value: JsonValue, opened: Opened | undefined): JsonValue {
  if (opened === undefined || typeof value !== "object" || value === null) return value;
  const within = (name: string): Opened | undefined => (opened === "all" ? opened : opened.get(name));
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => inTextOrder(item, within(String(i))));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inTextOrder(member as JsonValue, within(name))]));
}
