/** A URL taken apart. `text` is its normal form, by which two are equal. */
export interface Url {
  readonly scheme: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly escapedPath: string;
  /** Without the question mark. */
  readonly query: string;
  readonly text: string;
}

const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/;

/** Reads an absolute URI or an absolute path, as they stand in a request line; or says what is wrong. Source: RFC 3986. */
export function parseUrl(text: string): Url | string {
  if (/[\x00-\x1f\x7f]/.test(text)) return "net/url: invalid control character in URL";
  if (text === "") return "empty url";
  const found = scheme.exec(text);
  if (!found && text.startsWith(":")) return "missing protocol scheme";
  const hash = text.indexOf("#");
  const whole = hash < 0 ? text : text.slice(0, hash);
  let rest = found ? whole.slice(found[0].length) : whole;
  const name = found ? found[1]!.toLowerCase() : "";
  const question = rest.indexOf("?");
  const query = question < 0 ? "" : rest.slice(question + 1);
  if (question >= 0) rest = rest.slice(0, question);
  if (!rest.startsWith("/")) {
    if (name === "") return "invalid URI for request";
    return { scheme: name, host: "", hostname: "", port: "", escapedPath: "", query, text: `${name}:${rest}?${query}` };
  }
  return parseHierarchy(name, rest, query);
}

function parseHierarchy(name: string, rest: string, query: string): Url | string {
  let authority = "";
  let path = rest;
  if (rest.startsWith("//") && (name !== "" || !rest.startsWith("///"))) {
    const slash = rest.indexOf("/", 2);
    authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
    path = slash < 0 ? "" : rest.slice(slash);
  }
  const host = parseHost(authority);
  if ("problem" in host) return host.problem;
  const bad = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(path);
  if (bad) return `invalid URL escape "${bad[0]}"`;
  const escapedPath = escapePath(path);
  return { scheme: name, ...host, escapedPath, query, text: `${name}://${authority}${escapedPath}?${query}` };
}

interface Host {
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
}

function parseHost(authority: string): Host | { readonly problem: string } {
  const at = authority.lastIndexOf("@");
  if (at >= 0 && !/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(authority.slice(0, at))) {
    return { problem: "net/url: invalid userinfo" };
  }
  const host = authority.slice(at + 1);
  if (host.startsWith("[")) return bracketedHost(host);
  const bad = /[ "<>\\^`{|}#]/.exec(host);
  if (bad) return { problem: `invalid character "${bad[0]}" in host name` };
  const encoded = /%.{0,2}/.exec(host);
  if (encoded) return { problem: `invalid URL escape "${encoded[0]}"` };
  const colon = host.lastIndexOf(":");
  if (colon >= 0 && !/^:\d*$/.test(host.slice(colon)))
    return { problem: `invalid port "${host.slice(colon)}" after host` };
  return { host, hostname: colon < 0 ? host : host.slice(0, colon), port: colon < 0 ? "" : host.slice(colon + 1) };
}

function bracketedHost(host: string): Host | { readonly problem: string } {
  const close = host.lastIndexOf("]");
  if (close < 0) return { problem: "missing ']' in host" };
  const port = host.slice(close + 1);
  if (!/^(:\d*)?$/.test(port)) return { problem: `invalid port "${port}" after host` };
  return { host, hostname: host.slice(1, close), port: port.slice(1) };
}

const encoder = new TextEncoder();

/** Escapes what may not stand in a path; what is escaped already stays. */
function escapePath(path: string): string {
  if (/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/[\]]|%[0-9A-Fa-f]{2})*$/.test(path)) return path;
  const plain = path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain.replace(/[^A-Za-z0-9\-._~$&+,/:;=@]/gu, (c) =>
    Array.from(encoder.encode(c), (b) => `%${b.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
  );
}

/** The values of each parameter; pairs that cannot be read are left out. */
export function queryOf(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const equals = pair.indexOf("=");
    const key = unescapeQuery(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeQuery(equals < 0 ? "" : pair.slice(equals + 1));
    if (key === undefined || value === undefined) continue;
    const known = values.get(key);
    if (known) known.push(value);
    else values.set(key, [value]);
  }
  return values;
}

function unescapeQuery(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
