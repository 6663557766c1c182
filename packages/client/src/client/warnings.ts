const maxWarnings = 100;

/** The texts of a `Warning` header: `299 - "text", 299 - "more"`. Source: RFC 7234 section 5.5. */
export function parseWarnings(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  const texts: string[] = [];
  for (const [, quoted = ""] of header.matchAll(/(?:^|,)\s*\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)) {
    texts.push(quoted.replace(/\\(.)/g, "$1"));
    if (texts.length === maxWarnings) break;
  }
  return texts;
}
