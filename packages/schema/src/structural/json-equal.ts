/** True for equal JSON values, in any order of members. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === "bigint") return typeof b === "number" && Number.isInteger(b) && a === BigInt(b);
  if (typeof b === "bigint") return typeof a === "number" && jsonEqual(b, a);
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => jsonEqual(v, b[i]));
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((n) => Object.hasOwn(b, n) && jsonEqual((a as Members)[n], (b as Members)[n]));
}

type Members = Readonly<Record<string, unknown>>;

/** A text that is the same for equal values only. */
export function jsonKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonKey).join()}]`;
  if (typeof value === "object" && value !== null) {
    const members = value as Members;
    return `{${Object.keys(members)
      .sort()
      .map((n) => `${JSON.stringify(n)}:${jsonKey(members[n])}`)
      .join()}}`;
  }
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
    return String(BigInt(value));
  return JSON.stringify(value) ?? "null";
}
