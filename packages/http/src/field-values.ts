/** What has one value: of several the first counts, since two joined would be a third. */
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
 * What stands between the values of several lines of a name, in lower case, that are one; nothing
 * where only the first counts.
 */
export function separatorOf(name: string): string | undefined {
  if (singular.has(name)) return undefined;
  return name === "cookie" ? "; " : ", ";
}

/** Each name once. */
export function distinct(names: readonly string[]): readonly string[] {
  // A set costs more than to look, where there are few, and none repeats.
  const isDistinct = names.length <= 32 && names.every((name, i) => names.indexOf(name) === i);
  return isDistinct ? names : [...new Set(names)];
}
