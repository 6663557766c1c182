import { posix } from "node:path";

/**
 * The path that a webhook is called at: repeated and trailing slashes and dot segments are removed,
 * since servers redirect such paths, and redirects are not followed.
 */
export function webhookPath(path: string): string {
  return posix.resolve("/", path);
}

/**
 * The URL of a webhook as it is called: with the path of `webhookPath`, whose escapes are decoded
 * and written again as Go does, so that `a%3Ab` becomes `a:b`, and `a(b)` becomes `a%28b%29`.
 */
export function webhookUrl(text: string): URL {
  const url = new URL(text);
  // The parser of URLs would take a backslash for a slash.
  const path = rawPath.exec(text)?.groups?.["path"] ?? "";
  url.pathname = escapedPath(webhookPath(decodedPath(path)));
  return url;
}

const rawPath = /^[^:/?#]+:\/\/[^/?#]*(?<path>[^?#]*)/;

/** The bytes of a path without escapes, one character each. */
function decodedPath(path: string): string {
  const bytes = Buffer.from(path).toString("latin1");
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Escapes the bytes that Go escapes in paths. */
function escapedPath(bytes: string): string {
  return bytes.replace(
    /[^\w.~$&+,/:;=@-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
