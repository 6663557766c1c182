import { copyJson, copyMembers, type JsonValue } from "@svc/meta";
import type { Exact } from "./exact.ts";
import { toJson } from "./to-json.ts";

interface Copy {
  readonly copy: JsonValue;
  /** The largest parts of the copy that equal the other value's parts at the same path. */
  readonly normalized?: ReadonlySet<unknown>;
}

/**
 * Copies a value and lists the parts that another value also has.
 * @throws {DecodeError} for a value that is too deep
 */
export function copyWithSharing(value: JsonValue, like: object | undefined): Copy {
  if (like === undefined) return { copy: toJson(value as Exact) };
  const normalized = new Set<unknown>();
  return { copy: copyPart(value, like, normalized), normalized };
}

function copyPart(value: JsonValue, like: unknown, normalized: Set<unknown>): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (value === like) {
    const copy = copyJson(value);
    normalized.add(copy);
    return copy;
  }
  if (typeof like !== "object" || like === null || Array.isArray(value) !== Array.isArray(like))
    return toJson(value as Exact);
  if (Array.isArray(value)) {
    const others = like as readonly unknown[];
    return value.map((item: JsonValue, i) => copyPart(item, others[i], normalized));
  }
  const members = copyMembers(value as Readonly<Record<string, JsonValue>>);
  const others = like as Readonly<Record<string, unknown>>;
  for (const name in members) {
    const member = members[name];
    if (typeof member === "object" && member !== null) members[name] = copyPart(member, others[name], normalized);
  }
  return members;
}
