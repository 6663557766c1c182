import { quoteWhole } from "@svc/base";
import { parseIp } from "./ip.ts";
import { ipProblem } from "./ip-problems.ts";

/** A URL taken apart. `text` is its normal form, by which two are equal. */
export interface Url {
  readonly scheme: string;
  /** With port and brackets; decoded. */
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly escapedPath: string;
  /** Without the question mark. */
  readonly query: string;
  readonly text: string;
}

/** The error of a URL. */
class UrlProblem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Parses an absolute URI or an absolute path, as in a request line; returns a message for an
 * invalid text. It applies two grammars, as in a request line a fragment is not a separate part and
 * two slashes begin a path.
 * Source: RFC 3986.
 */
export function parseUrl(text: string): Url | string {
  const requested = parse(text, true);
  if (requested instanceof UrlProblem) return `parse ${quoteWhole(text)}: ${requested.message}`;
  const hash = text.indexOf("#");
  const whole = hash < 0 ? text : text.slice(0, hash);
  const url = parse(whole, false);
  if (url instanceof UrlProblem) return `parse ${quoteWhole(whole)}: ${url.message}`;
  const fragment = hash < 0 ? "" : text.slice(hash + 1);
  const decoded = decodeEscapes(fragment, "other");
  if (decoded instanceof UrlProblem) return `parse ${quoteWhole(text)}: ${decoded.message}`;
  return fragment === "" ? url : { ...url, text: `${url.text}#${fragment}` };
}

const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/;

function parse(text: string, isRequest: boolean): Url | UrlProblem {
  if (/[\x00-\x1f\x7f]/.test(text)) return new UrlProblem("net/url: invalid control character in URL");
  if (text === "") return isRequest ? new UrlProblem("empty url") : emptyUrl;
  if (text === "*") return { ...emptyUrl, escapedPath: "*", text };
  if (text.startsWith(":")) return new UrlProblem("missing protocol scheme");
  const found = scheme.exec(text);
  const name = found ? found[1]!.toLowerCase() : "";
  const [rest, query] = splitAt(found ? text.slice(found[0].length) : text, "?");
  if (!rest.startsWith("/")) {
    if (name === "") return new UrlProblem("invalid URI for request");
    return { ...emptyUrl, scheme: name, query, text: `${name}:${rest}?${query}` };
  }
  const hasAuthority = rest.startsWith("//") && (name !== "" || (!isRequest && !rest.startsWith("///")));
  const slash = hasAuthority ? rest.indexOf("/", 2) : 0;
  const authority = hasAuthority ? rest.slice(2, slash < 0 ? undefined : slash) : "";
  const host = parseAuthority(authority);
  if (host instanceof UrlProblem) return host;
  const escapedPath = escapePath(slash < 0 ? "" : rest.slice(slash));
  if (escapedPath instanceof UrlProblem) return escapedPath;
  const before = authority.slice(0, authority.lastIndexOf("@") + 1);
  const start = name === "" ? "" : `${name}:`;
  return {
    scheme: name,
    ...host,
    escapedPath,
    query,
    text: `${start}${hasAuthority ? "//" : ""}${before}${host.host}${escapedPath}?${query}`,
  };
}

const emptyUrl: Url = { scheme: "", host: "", hostname: "", port: "", escapedPath: "", query: "", text: "" };

function splitAt(text: string, separator: string): readonly [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

type Host = Pick<Url, "host" | "hostname" | "port">;

function parseAuthority(authority: string): Host | UrlProblem {
  const at = authority.lastIndexOf("@");
  const host = parseHost(authority.slice(at + 1));
  if (host instanceof UrlProblem) return host;
  const user = authority.slice(0, Math.max(at, 0));
  if (!/^[A-Za-z0-9\-._~:!$&'()*+,;=%@]*$/.test(user)) return new UrlProblem("net/url: invalid userinfo");
  for (const part of splitAt(user, ":")) {
    const decoded = decodeEscapes(part, "other");
    if (decoded instanceof UrlProblem) return decoded;
  }
  const port = /:\d*$/.exec(host)?.[0] ?? "";
  const plain = host.slice(0, host.length - port.length);
  return { host, hostname: /^\[.*\]$/.test(plain) ? plain.slice(1, -1) : plain, port: port.slice(1) };
}

function parseHost(host: string): string | UrlProblem {
  const open = host.lastIndexOf("[");
  if (open > 0) return new UrlProblem("invalid IP-literal");
  if (open === 0) return parseBracketed(host);
  const colon = host.lastIndexOf(":");
  return (colon < 0 ? undefined : portProblem(host.slice(colon))) ?? decodeEscapes(host, "host");
}

function portProblem(port: string): UrlProblem | undefined {
  return /^(?::\d*)?$/.test(port) ? undefined : new UrlProblem(`invalid port ${quoteWhole(port)} after host`);
}

function parseBracketed(host: string): string | UrlProblem {
  const close = host.lastIndexOf("]");
  if (close < 0) return new UrlProblem("missing ']' in host");
  const port = host.slice(close + 1);
  const problem = portProblem(port);
  if (problem) return problem;
  const inner = host.slice(1, close);
  const zoneAt = inner.indexOf("%25");
  const address = decodeEscapes(zoneAt < 0 ? inner : inner.slice(0, zoneAt), "host");
  if (address instanceof UrlProblem) return address;
  const zone = zoneAt < 0 ? "" : decodeEscapes(inner.slice(zoneAt), "zone");
  if (zone instanceof UrlProblem) return zone;
  const ip = parseIp(address);
  if (!ip)
    return new UrlProblem(`invalid host: ParseAddr(${quoteWhole(address + zone)}): ${ipProblem(address + zone)}`);
  return ip.family === 4 ? new UrlProblem("invalid IP-literal") : `[${address}${zone}]${port}`;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const hostCharacter = /[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"\x80-\uffff]/;

/**
 * Decodes escapes, or reports the first invalid one. In hosts only characters beyond ASCII may be
 * escaped, and some are not allowed.
 */
function decodeEscapes(text: string, part: "host" | "zone" | "other"): string | UrlProblem {
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== "%") {
      if (part === "other" || hostCharacter.test(text[i]!)) continue;
      return new UrlProblem(`invalid character ${quoteWhole(text[i]!)} in host name`);
    }
    const escaped = text.slice(i, i + 3);
    const code = /^%[0-9A-Fa-f]{2}$/.test(escaped) ? Number.parseInt(escaped.slice(1), 16) : -1;
    const isAllowed =
      part === "other" ||
      escaped === "%25" ||
      (part === "host"
        ? code >= 0x80
        : code === 0x20 || (code < 0x80 && hostCharacter.test(String.fromCharCode(code))));
    if (code < 0 || !isAllowed) return new UrlProblem(`invalid URL escape ${quoteWhole(escaped)}`);
    i += 2;
  }
  return text.includes("%") ? decoder.decode(bytesOf(text)) : text;
}

/** The bytes of a text with escapes. */
function bytesOf(text: string): Uint8Array {
  const parts = text.split(/(%[0-9A-Fa-f]{2})/).flatMap((part, i) => {
    return i % 2 === 1 ? [Number.parseInt(part.slice(1), 16)] : [...encoder.encode(part)];
  });
  return Uint8Array.from(parts);
}

/** Escapes the characters that a path must not have; existing escapes stay. */
function escapePath(path: string): string | UrlProblem {
  const decoded = decodeEscapes(path, "other");
  if (decoded instanceof UrlProblem) return decoded;
  if (/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/[\]]|%[0-9A-Fa-f]{2})*$/.test(path)) return path;
  return Array.from(bytesOf(path), (byte) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9\-._~$&+,/:;=@]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** The values of each parameter; pairs that cannot be read are left out. */
export function queryOf(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const [key, value] = splitAt(pair, "=").map((part) => decodeEscapes(part.replaceAll("+", " "), "other"));
    if (typeof key !== "string" || typeof value !== "string") continue;
    const existing = values.get(key);
    if (existing) existing.push(value);
    else values.set(key, [value]);
  }
  return values;
}
