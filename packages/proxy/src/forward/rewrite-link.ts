/** Where links of a target lead through this server. */
export interface LinkRewriting {
  /** Host of this server, as the client addressed it. */
  readonly host: string;
  /** What paths of the target get in front: `/api/v1/…/proxy`. */
  readonly prefix: string;
}

/**
 * A link of a target, changed so that it leads through this server: paths, and URLs with the host
 * that the target was told. Relative links and links to elsewhere stay.
 */
export function rewriteLink(link: string, { host, prefix }: LinkRewriting): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(link)) return link;
  if (link.startsWith("//")) return link;
  if (link.startsWith("/")) return prefix + escapePath(link);
  const [, origin = "", named = "", rest = ""] = /^(https?:\/\/([^/?#]*))(.*)$/is.exec(link) ?? [];
  if (origin === "" || named.toLowerCase() !== host.toLowerCase()) return link;
  return origin + prefix + (rest.startsWith("/") ? escapePath(rest) : rest);
}

/** Escapes what may not stand in the path of a URL; query and fragment stay. */
function escapePath(link: string): string {
  const end = /[?#]/.exec(link)?.index ?? link.length;
  const path = link.slice(0, end).replace(/[^\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+/g, encodeURIComponent);
  return path + link.slice(end);
}
