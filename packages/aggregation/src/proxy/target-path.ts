import type { RequestState } from "@svc/server";

type Target = Pick<RequestState["info"], "path" | "query">;

/** The path as it is sent on: decoded, and encoded again in one way. */
export function targetPath({ path }: Target): string {
  return plainPath.test(path) ? path : escapeBytes(path, plainPath);
}

/** The query as it is sent on, with its question mark: sorted by name and encoded again. */
export function targetQuery({ query }: Target): string {
  if (query.size === 0) return "";
  const pairs = [...query].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `?${pairs.map(([name, value]) => `${queryText(name)}=${queryText(value)}`).join("&")}`;
}

/** What a path has unescaped. Source: RFC 3986 section 3.3, without `!'()*`. */
const plainPath = /^[A-Za-z0-9\-_.~$&+,/:;=@]*$/;
const plainQuery = /^[A-Za-z0-9\-_.~ ]*$/;

function queryText(text: string): string {
  return (plainQuery.test(text) ? text : escapeBytes(text, plainQuery)).replaceAll(" ", "+");
}

function escapeBytes(text: string, plain: RegExp): string {
  let escaped = "";
  for (const byte of Buffer.from(text, "utf8")) {
    const char = String.fromCharCode(byte);
    escaped += plain.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return escaped;
}
