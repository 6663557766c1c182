/**
 * Headers with a single value: the first of several counts, since joining two would create a third.
 */
const singular: ReadonlySet<string> = new Set([
  "authorization",
  "content-type",
  "from",
  "if-modified-since",
  "if-unmodified-since",
  "max-forwards",
  "proxy-authorization",
  "referer",
  "user-agent",
]);

/**
 * The separator for joining several lines of a lower-case name; undefined where only the first
 * counts.
 */
export function separatorOf(name: string): string | undefined {
  if (singular.has(name)) return undefined;
  return name === "cookie" ? "; " : ", ";
}

/** Removes duplicate names. */
export function distinct(names: readonly string[]): readonly string[] {
  // For few names a search is cheaper than a set.
  const isDistinct = names.length <= 32 && names.every((name, i) => names.indexOf(name) === i);
  return isDistinct ? names : [...new Set(names)];
}
