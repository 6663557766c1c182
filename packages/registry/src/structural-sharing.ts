import type { ApiObject } from "@svc/meta";

type Members = Record<string, unknown>;

/**
 * Replaces each part of a changed object that equals the same part of the old one by that part,
 * except in metadata. Returns the largest shared parts. Afterwards neither object may be changed in
 * place, except for its root and its metadata.
 *
 * Parts are equal when they have the same members in the same order, so that encodings are equal
 * too.
 */
export function shareUnchanged(next: ApiObject, old: ApiObject): ReadonlySet<object> {
  const parts = new Set<object>();
  for (const name of Object.keys(next)) {
    if (name === "metadata" || !Object.hasOwn(old, name)) continue;
    const value = next[name];
    const shared = shareOf(value, old[name], parts);
    if (shared !== value) next[name] = shared;
    if (shared === old[name] && isContainer(shared)) parts.add(shared);
  }
  return parts;
}

/** The old value if it equals the new one; else the new one with shared parts. */
function shareOf(next: unknown, old: unknown, parts: Set<object>): unknown {
  if (next === old || !isContainer(next) || !isContainer(old)) return next;
  if (Array.isArray(next)) return Array.isArray(old) ? shareList(next, old, parts) : next;
  return Array.isArray(old) ? next : shareMembers(next as Members, old as Members, parts);
}

function shareList(next: unknown[], old: readonly unknown[], parts: Set<object>): readonly unknown[] {
  let same = next.length === old.length;
  for (let i = 0; i < next.length && i < old.length; i++) {
    const value = next[i];
    const shared = shareOf(value, old[i], parts);
    if (shared !== value) next[i] = shared;
    if (shared !== old[i]) same = false;
  }
  if (same) return old;
  for (let i = 0; i < next.length && i < old.length; i++) note(next[i], old[i], parts);
  return next;
}

function shareMembers(next: Members, old: Members, parts: Set<object>): Members {
  const names = Object.keys(old);
  // By index: V8 optimizes a lookup by name for a constant name after its garbage collector has
  // dropped the feedback.
  const values = Object.values(old);
  let place = 0;
  let same = true;
  for (const name in next) {
    let before = values[place];
    if (names[place++] !== name) {
      same = false;
      if (!Object.hasOwn(old, name)) continue;
      before = old[name];
    }
    const value = next[name];
    const shared = shareOf(value, before, parts);
    // The member exists already, so that `__proto__` is a plain name.
    if (shared !== value) next[name] = shared;
    if (shared !== before) same = false;
  }
  if (same && place === names.length) return old;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    if (Object.hasOwn(next, name)) note(next[name], values[i], parts);
  }
  return next;
}

function note(next: unknown, old: unknown, parts: Set<object>): void {
  if (next === old && isContainer(next)) parts.add(next);
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
