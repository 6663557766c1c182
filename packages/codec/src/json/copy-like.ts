import { copyJson, copyMembers, type JsonValue } from "@svc/meta";
import type { Exact } from "./exact.ts";
import { keepValue } from "./keep.ts";

interface Copy {
  readonly copy: JsonValue;
  /** Of the copy, the largest parts that are copies of what another value has in the same place. */
  readonly settled?: ReadonlySet<unknown>;
}

/** A copy of a value, some parts of which may be those of another one. @throws {DecodeError} for what is too deep */
export function copyLike(value: JsonValue, like: object | undefined): Copy {
  if (like === undefined) return { copy: keepValue(value as Exact) };
  const settled = new Set<unknown>();
  return { copy: copyPart(value, like, settled), settled };
}

function copyPart(value: JsonValue, like: unknown, settled: Set<unknown>): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (value === like) {
    const copy = copyJson(value);
    settled.add(copy);
    return copy;
  }
  if (typeof like !== "object" || like === null || Array.isArray(value) !== Array.isArray(like))
    return keepValue(value as Exact);
  if (Array.isArray(value)) {
    const others = like as readonly unknown[];
    return value.map((item: JsonValue, i) => copyPart(item, others[i], settled));
  }
  const members = copyMembers(value as Readonly<Record<string, JsonValue>>);
  const others = like as Readonly<Record<string, unknown>>;
  for (const name in members) {
    const member = members[name];
    if (typeof member === "object" && member !== null) members[name] = copyPart(member, others[name], settled);
  }
  return members;
}
