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
export function rewriteLink(link: string, { host, prefix, origin: given }: LinkRewriting): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(link)) return link;
  if (link.startsWith("//")) return link;
  if (link.startsWith("/")) return (given ?? "") + prefix + escapePath(link);
  const [, origin = "", named = "", rest = ""] = /^(https?:\/\/([^/?#]*))(.*)$/is.exec(link) ?? [];
  if (origin === "" || named.toLowerCase() !== host.toLowerCase()) return link;
  return (given ?? origin) + prefix + (rest.startsWith("/") ? escapePath(rest) : rest);
}

/** Escapes the characters that the path of a URL must not have; query and fragment stay. */
function escapePath(link: string): string {
  const end = /[?#]/.exec(link)?.index ?? link.length;
  const path = link.slice(0, end).replace(/[^\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+/g, encodeURIComponent);
  return path + link.slice(end);
}
