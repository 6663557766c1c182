import type { JsonValue } from "@svc/meta";
import { own, put } from "../value.ts";

type Members = Readonly<Record<string, JsonValue>>;

/**
 * Applies a JSON Merge Patch (RFC 7386): null removes a member, objects merge, all else is
 * replaced. As in the original, objects within lists of the patch have no null members either.
 * Nothing is changed in place.
 */
export function mergePatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (Array.isArray(patch)) return withoutNulls(patch);
  if (!isMembers(patch)) return patch;
  const merged: Record<string, JsonValue> = isMembers(target) ? { ...target } : {};
  let lost = false;
  for (const name in patch) {
    const value = patch[name] as JsonValue;
    const before = own(merged, name);
    if (value !== null) put(merged, name, mergePatch(before ?? null, value));
    else if (before !== undefined) {
      delete merged[name];
      lost = true;
    }
  }
  // An object with deleted members stays in V8's slow mode; a copy does not.
  return lost ? { ...merged } : merged;
}

function withoutNulls(list: readonly JsonValue[]): JsonValue {
  const cleaned = list.map((item) => (typeof item === "object" && item !== null ? mergePatch(null, item) : item));
  return cleaned.some((item, i) => item !== list[i]) ? cleaned : list;
}

function isMembers(value: JsonValue): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
