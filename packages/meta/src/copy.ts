/** A deep copy of a JSON value, such as an API object; much faster than `structuredClone`. */
export function copyJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  const members = value as Readonly<Record<string, unknown>>;
  const out = copyMembers(members);
  for (const name in members) {
    const member = members[name];
    if (typeof member === "object" && member !== null) out[name] = copyJson(member);
  }
  return out as T;
}

/**
 * A shallow copy of an object. V8 copies all members together where the copy can assign them: only
 * a member named `__proto__` prevents that.
 */
export function copyMembers<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.hasOwn(members, "__proto__") ? { ...members } : Object.assign({}, members);
}
