import { escapedPath, pathBytes } from "./target-bytes.ts";

/** The mapping of a backend's links for clients. */
export interface LinkRewriting {
  /** The host of the request to the backend. */
  readonly host: string;
  /** The prefix of the backend's paths: `/api/v1/…/proxy`. */
  readonly prefix: string;
  /**
   * `https://host:port`, for all links to the backend. @default paths stay paths, URLs keep theirs
   */
  readonly origin?: string;
}

/**
 * Rewrites a link of a backend for clients: paths, and URLs with the host of the backend's request.
 * Relative links and links to other hosts are unchanged.
 */
export function rewriteLink(link: string, { host, prefix, origin: replacement }: LinkRewriting): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(link)) return link;
  if (link.startsWith("//")) return link;
  if (link.startsWith("/")) return (replacement ?? "") + prefix + escapePath(link, prefix);
  const [, origin = "", named = "", rest = ""] = /^(https?:\/\/([^/?#]*))(.*)$/is.exec(link) ?? [];
  if (origin === "" || named.toLowerCase() !== host.toLowerCase()) return link;
  return (replacement ?? origin) + prefix + (rest.startsWith("/") ? escapePath(rest, prefix) : rest);
}

/** Valid in a path, with escapes. */
const encodedPath = /^[!$&-;=@-[\]_a-z~%]*$/;

/** Encodes the path of a link in one way behind a prefix; query and fragment stay. */
function escapePath(link: string, prefix: string): string {
  const end = /[?#]/.exec(link)?.index ?? link.length;
  if (prefix === "" && encodedPath.test(link.slice(0, end))) return link;
  return escapedPath(pathBytes(Buffer.from(link.slice(0, end), "utf8").toString("latin1"))) + link.slice(end);
}
