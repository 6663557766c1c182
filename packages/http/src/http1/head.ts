import type { RequestHead } from "../connection-request.ts";
import { endOfToken } from "../field-text.ts";
import { separatorOf } from "../field-values.ts";
import { absoluteTarget, isHost } from "../host.ts";
import { offeredProtocols } from "../offered-protocols.ts";
import { badRequest, type FieldLines, type Refusal, readFieldLines } from "./field-lines.ts";
import { type Framing, framingOf } from "./framing.ts";

/** The head of a valid request. */
export class Head implements RequestHead {
  readonly method: string;
  readonly target: string;
  readonly framing: Framing;
  readonly names: readonly string[];
  /** The host in the target, if the target names one. */
  readonly #host: string | undefined;
  readonly #spans: readonly number[];
  readonly #bytes: Buffer;
  readonly #from: number;

  constructor(line: RequestLine, framing: Framing, lines: FieldLines, place: Place) {
    this.method = line.method;
    const target = place.bytes.toString("latin1", place.from + line.targetStart, place.from + line.targetEnd);
    // The host of an absolute target takes precedence.
    const absolute = target.startsWith("/") ? undefined : absoluteTarget(target);
    this.target = absolute === undefined ? target : absolute.path;
    this.#host = absolute?.host;
    this.framing = framing;
    this.names = lines.names;
    this.#spans = lines.spans;
    this.#bytes = place.bytes;
    this.#from = place.from;
  }

  get version(): "1.0" | "1.1" {
    return this.framing.minor === 0 ? "1.0" : "1.1";
  }

  get host(): string {
    return this.#host ?? this.header("host") ?? "";
  }

  /**
   * Empty for a request with a body, which would have to be read before the switch. Source: RFC
   * 9110, section 7.8.
   */
  get upgradeProtocols(): readonly string[] {
    const { minor, length, chunked } = this.framing;
    const offered = this.header("upgrade");
    if (offered === undefined || minor === 0 || length > 0 || chunked) return [];
    return offeredProtocols(offered, this.header("connection"));
  }

  /** The value of a line: a copy, since a substring would keep the whole head in memory. */
  value(line: number): string {
    const start = this.#spans[2 * line] ?? 0;
    const end = this.#spans[2 * line + 1] ?? 0;
    return this.#bytes.toString("latin1", this.#from + start, this.#from + end);
  }

  /** The joined lines of a name. */
  header(name: string): string | undefined {
    const first = this.names.indexOf(name);
    if (first < 0) return undefined;
    let value = this.value(first);
    const separator = separatorOf(name);
    if (separator === undefined) return value;
    for (let i = this.names.indexOf(name, first + 1); i >= 0; i = this.names.indexOf(name, i + 1))
      value += separator + this.value(i);
    return value;
  }

  headerLines(name: string): readonly string[] {
    const values: string[] = [];
    for (let i = this.names.indexOf(name); i >= 0; i = this.names.indexOf(name, i + 1)) values.push(this.value(i));
    return values;
  }
}

/** The range of a head. */
interface Place {
  readonly bytes: Buffer;
  readonly from: number;
}

/**
 * Parses the head of a request, from its first byte to the empty line, exclusive. Source: RFC 9112,
 * sections 2 to 5; optional leniency is rejected.
 */
export function parseHead(bytes: Buffer, from: number, to: number): Head | Refusal {
  const text = bytes.toString("latin1", from, to);
  const lineEnd = text.indexOf("\r\n");
  const line = parseRequestLine(text, lineEnd < 0 ? text.length : lineEnd);
  if ("status" in line) return line;
  const lines: FieldLines = { names: [], spans: [] };
  const bad = lineEnd < 0 ? undefined : readFieldLines(text, lineEnd + 2, lines);
  if (bad !== undefined) return bad;
  const framing = framingOf(text, lines, line.minor);
  return "status" in framing ? framing : new Head(line, framing, lines, { bytes, from });
}

interface RequestLine {
  readonly method: string;
  readonly targetStart: number;
  readonly targetEnd: number;
  /** Of HTTP/1. */
  readonly minor: number;
}

const space = 32;
const slash = 47;
const versionLength = "HTTP/1.1".length;

function parseRequestLine(text: string, end: number): RequestLine | Refusal {
  const methodEnd = endOfToken(text, 0);
  if (methodEnd === 0 || text.charCodeAt(methodEnd) !== space) return badRequest;
  const targetStart = methodEnd + 1;
  let targetEnd = targetStart;
  while (isTargetCharacter(text.charCodeAt(targetEnd))) targetEnd++;
  const versionStart = targetEnd + 1;
  if (text.charCodeAt(targetEnd) !== space || end - versionStart !== versionLength) return badRequest;
  const minor = text.charCodeAt(end - 1) - 48;
  if (!text.startsWith("HTTP/1.", versionStart) || minor < 0 || minor > 1)
    return /^HTTP\/\d\.\d$/.test(text.slice(versionStart, end)) ? otherVersion : badRequest;
  const method = text.slice(0, methodEnd);
  if (text.charCodeAt(targetStart) !== slash && !isOtherTarget(method, text.slice(targetStart, targetEnd)))
    return badRequest;
  return { method, targetStart, targetEnd, minor };
}

const otherVersion: Refusal = { status: 505, why: "unsupported protocol version" };

function isTargetCharacter(code: number): boolean {
  return code > space && code < 0x7f;
}

/** A target that is not a path: `*`, an absolute URL, or a CONNECT authority. */
function isOtherTarget(method: string, target: string): boolean {
  if (target === "*") return true;
  return method === "CONNECT" ? isHost(target) : absoluteTarget(target) !== undefined;
}
