import type { JsonValue } from "@svc/meta";

type Members = Readonly<Record<string, JsonValue>>;

/** Applies a JSON Merge Patch (RFC 7386): members that are null go, objects merge, all else is replaced. Nothing is changed in place. */
export function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isMembers(patch)) return patch;
  const merged = new Map<string, JsonValue>(isMembers(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value as JsonValue));
  }
  return Object.fromEntries(merged);
}

function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
