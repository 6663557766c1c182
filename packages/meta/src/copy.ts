/**
 * A copy of a value of JSON, such as an object of the API, that shares nothing with it; much faster
 * than `structuredClone`.
 */
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
 * A copy of an object, which shares its members with it. The engine copies all members at once
 * where it may assign them: only a member of one name would be taken for the prototype.
 */
export function copyMembers<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.hasOwn(members, "__proto__") ? { ...members } : Object.assign({}, members);
}
