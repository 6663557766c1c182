/** The characters that paths contain unescaped. Source: RFC 3986, section 3.3, without `!'()*`. */
const plainPath = /^[A-Za-z0-9\-_.~$&+,/:;=@]*$/;
const plainQuery = /^[A-Za-z0-9\-_.~ ]*$/;

/**
 * The path of a target, decoded. Each byte is a character, since a path need not be UTF-8.
 * @param target with its query
 */
export function pathBytes(target: string): string {
  const mark = target.indexOf("?");
  return unescaped(mark < 0 ? target : target.slice(0, mark));
}

/** A path as it is sent on: its bytes, encoded in one way. */
export function escapedPath(bytes: string): string {
  return plainPath.test(bytes) ? bytes : escaped(bytes, plainPath);
}

/**
 * The query of a target as it is sent on, with its question mark: sorted by name and encoded again.
 * Parameters with invalid escapes are dropped, as are those with a semicolon, a legacy separator.
 */
export function sortedQuery(target: string): string {
  const mark = target.indexOf("?");
  if (mark < 0) return "";
  const pairs: (readonly [name: string, value: string])[] = [];
  for (const part of target.slice(mark + 1).split("&")) {
    if (part === "" || /;|%(?![0-9A-Fa-f]{2})/.test(part)) continue;
    const at = part.indexOf("=");
    const name = at < 0 ? part : part.slice(0, at);
    pairs.push([queryBytes(name), queryBytes(at < 0 ? "" : part.slice(at + 1))]);
  }
  if (pairs.length === 0) return "";
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `?${pairs.map(([name, value]) => `${queryText(name)}=${queryText(value)}`).join("&")}`;
}

function queryBytes(text: string): string {
  return unescaped(text.replaceAll("+", " "));
}

function queryText(bytes: string): string {
  return (plainQuery.test(bytes) ? bytes : escaped(bytes, plainQuery)).replaceAll(" ", "+");
}

function unescaped(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function escaped(bytes: string, plain: RegExp): string {
  let text = "";
  for (const char of bytes)
    text += plain.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  return text;
}
