import type { RequestHead } from "../connection-request.ts";
import { isTokenText } from "../field-text.ts";
import { separatorOf } from "../field-values.ts";
import { isHost } from "../host.ts";
import { checkFields, malformed } from "./fields.ts";

/** The pseudo-headers of a request. */
interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly authority: string | undefined;
  /** The protocol of an extended CONNECT. */
  readonly protocol: string | undefined;
}

/** The head of a valid request. */
export class Http2Head implements RequestHead {
  readonly version = "2.0";
  readonly method: string;
  readonly target: string;
  readonly contentLength: number | undefined;
  readonly upgradeProtocols: readonly string[];
  readonly #authority: string | undefined;
  /** Lower-case names and values in alternation, without pseudo-headers. */
  readonly #lines: readonly string[];

  constructor(
    { method, target, authority, protocol }: RequestLine,
    lines: readonly string[],
    contentLength: number | undefined,
  ) {
    this.method = method;
    this.target = target;
    this.contentLength = contentLength;
    this.upgradeProtocols = protocol === undefined ? none : [protocol];
    this.#authority = authority;
    this.#lines = lines;
  }

  get host(): string {
    return this.#authority ?? this.header("host") ?? "";
  }

  get names(): readonly string[] {
    const names: string[] = [];
    for (let i = 0; i < this.#lines.length; i += 2) names.push(this.#lines[i] as string);
    return names;
  }

  header(name: string): string | undefined {
    const lines = this.#lines;
    let value: string | undefined;
    for (let i = 0; i < lines.length; i += 2) {
      if (lines[i] !== name) continue;
      const separator = value === undefined ? "" : separatorOf(name);
      if (separator === undefined) return value;
      value = value === undefined ? lines[i + 1] : value + separator + lines[i + 1];
    }
    return value;
  }

  headerLines(name: string): readonly string[] {
    const lines = this.#lines.filter((_, i) => i % 2 === 1 && this.#lines[i - 1] === name);
    // The parts of one header line. Source: RFC 9113, section 8.2.3.
    return name === "cookie" && lines.length > 1 ? [lines.join("; ")] : lines;
  }
}

/**
 * Reads the decoded lines of a request.
 * @returns nothing where they break the rules
 * @source RFC 9113, sections 8.2 and 8.3
 */
export function readHead(decoded: readonly string[]): Http2Head | undefined {
  const pseudo: Pseudo = {
    method: undefined,
    scheme: undefined,
    path: undefined,
    authority: undefined,
    protocol: undefined,
  };
  let at = 0;
  for (; at < decoded.length && decoded[at]?.charCodeAt(0) === colon; at += 2)
    if (!takePseudo(pseudo, decoded[at] as string, decoded[at + 1] as string)) return undefined;
  const lines = decoded.slice(at);
  const contentLength = checkFields(lines);
  const { method, authority, protocol } = pseudo;
  if (contentLength === malformed || method === undefined || !isTokenText(method)) return undefined;
  if (authority !== undefined && !isHost(authority)) return undefined;
  if (protocol !== undefined && !isExtendedConnect(pseudo)) return undefined;
  const target = targetOf(pseudo);
  if (target === undefined) return undefined;
  const shown = protocol === undefined ? method : "GET";
  return new Http2Head({ method: shown, target, authority, protocol }, lines, contentLength);
}

/** True for header lines that are allowed after a body. */
export function areTrailers(lines: readonly string[]): boolean {
  return checkFields(lines) !== malformed;
}

const none: readonly string[] = [];
const colon = 58;
const slash = 47;

interface Pseudo {
  method: string | undefined;
  scheme: string | undefined;
  path: string | undefined;
  authority: string | undefined;
  protocol: string | undefined;
}

/** Source: RFC 8441, section 4. */
function isExtendedConnect({ method, authority, protocol = "" }: Pseudo): boolean {
  return method === "CONNECT" && authority !== undefined && authority !== "" && isTokenText(protocol);
}

/** @returns true for a known pseudo-header that occurs once */
function takePseudo(pseudo: Pseudo, name: string, value: string): boolean {
  const known = name.slice(1) as keyof Pseudo;
  if (!pseudoNames.has(known)) return false;
  if (pseudo[known] !== undefined) return false;
  pseudo[known] = value;
  return true;
}

const pseudoNames: ReadonlySet<string> = new Set<keyof Pseudo>(["method", "scheme", "path", "authority", "protocol"]);

function targetOf({ method, scheme, path, authority, protocol }: Pseudo): string | undefined {
  if (method === "CONNECT" && protocol === undefined)
    return scheme === undefined && path === undefined && authority !== "" ? authority : undefined;
  if (!(scheme === "https" || scheme === "http") || path === undefined || !isTarget(path)) return undefined;
  return path.charCodeAt(0) === slash || (path === "*" && method === "OPTIONS") ? path : undefined;
}

function isTarget(path: string): boolean {
  for (let i = 0; i < path.length; i++) {
    const code = path.charCodeAt(i);
    if (code <= 0x20 || code >= 0x7f) return false;
  }
  return true;
}
