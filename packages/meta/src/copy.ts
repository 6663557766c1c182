/** A copy of a value of JSON, such as an object of the API, that shares nothing with it; much faster than `structuredClone`. */
export function copyJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  const out: Record<string, unknown> = {};
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    const member = copyJson(members[name]);
    if (name !== "__proto__") out[name] = member;
    else Object.defineProperty(out, name, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return out as T;
}
