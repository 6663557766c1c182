/** The number of lines in the static table; the first is number 1. */
export const staticLines = 61;

/** Name and value by turns, in their order. Source: RFC 7541, Appendix A. */
// biome-ignore format: a line for each number, except for names without values.
const table: readonly string[] = [
  ":authority", "",
  ":method", "GET",
  ":method", "POST",
  ":path", "/",
  ":path", "/index.html",
  ":scheme", "http",
  ":scheme", "https",
  ":status", "200",
  ":status", "204",
  ":status", "206",
  ":status", "304",
  ":status", "400",
  ":status", "404",
  ":status", "500",
  "accept-charset", "",
  "accept-encoding", "gzip, deflate",
  "accept-language", "", "accept-ranges", "", "accept", "", "access-control-allow-origin", "", "age", "", "allow", "",
  "authorization", "", "cache-control", "", "content-disposition", "", "content-encoding", "", "content-language", "",
  "content-length", "", "content-location", "", "content-range", "", "content-type", "", "cookie", "", "date", "",
  "etag", "", "expect", "", "expires", "", "from", "", "host", "", "if-match", "", "if-modified-since", "",
  "if-none-match", "", "if-range", "", "if-unmodified-since", "", "last-modified", "", "link", "", "location", "",
  "max-forwards", "", "proxy-authenticate", "", "proxy-authorization", "", "range", "", "referer", "", "refresh", "",
  "retry-after", "", "server", "", "set-cookie", "", "strict-transport-security", "", "transfer-encoding", "",
  "user-agent", "", "vary", "", "via", "", "www-authenticate", "",
];

/** By number; nothing has the number 0. */
export const staticNames: readonly string[] = ["", ...table.filter((_, i) => i % 2 === 0)];
export const staticValues: readonly string[] = ["", ...table.filter((_, i) => i % 2 === 1)];
