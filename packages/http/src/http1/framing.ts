import { isHost } from "../host.ts";
import { badRequest, type FieldLines, type Refusal } from "./field-lines.ts";

/** The framing of a request's body, and the persistence of the connection. */
export interface Framing {
  /** Of HTTP/1. */
  readonly minor: number;
  /** Bytes of the body. */
  readonly length: number;
  /** True for a chunked body of unknown length. */
  readonly chunked: boolean;
  /** The connection may have requests after this one. */
  readonly persistent: boolean;
  /** True when the client waits for `100 Continue` before it sends the body. */
  readonly expectsContinue: boolean;
}

/** The header fields that determine the framing, as far as they were read. */
interface Said {
  hosts: number;
  length: number;
  encodings: number;
  chunked: boolean;
  close: boolean;
  keepAlive: boolean;
  expectsContinue: boolean;
}

/**
 * Determines the framing. Source: RFC 9112, sections 3.2, 6 and 9.3; RFC 9110, sections 7.8 and
 * 10.1.1. Ambiguous requests are rejected: repeated lengths, a length with an encoding, an encoding
 * other than chunked.
 * @param minor of the HTTP version
 */
export function framingOf(text: string, { names, spans }: FieldLines, minor: number): Framing | Refusal {
  const said: Said = {
    hosts: 0,
    length: -1,
    encodings: 0,
    chunked: false,
    close: false,
    keepAlive: false,
    expectsContinue: false,
  };
  for (let i = 0; i < names.length; i++) {
    const read = readers.get(names[i] ?? "");
    const bad = read?.(said, text.slice(spans[2 * i], spans[2 * i + 1]));
    if (bad !== undefined) return bad;
  }
  if (said.hosts === 0 && minor === 1) return noHost;
  if (said.encodings > 1 || (said.encodings === 1 && !said.chunked)) return otherEncoding;
  if (said.chunked && (said.length >= 0 || minor === 0)) return badRequest;
  return {
    minor,
    length: said.length < 0 ? 0 : said.length,
    chunked: said.chunked,
    persistent: !said.close && (minor === 1 || said.keepAlive),
    expectsContinue: said.expectsContinue && minor === 1,
  };
}

const noHost: Refusal = { status: 400, why: "missing required Host header" };
const oddHost: Refusal = { status: 400, why: "malformed Host header" };
const otherEncoding: Refusal = { status: 501, why: "unsupported transfer encoding" };

const readers: ReadonlyMap<string, (said: Said, value: string) => Refusal | undefined> = new Map([
  ["host", readHost],
  ["content-length", readLength],
  ["transfer-encoding", readEncoding],
  ["connection", readConnection],
  ["expect", readExpectation],
  ["upgrade", readUpgrade],
]);

function readHost(said: Said, value: string): Refusal | undefined {
  if (said.hosts++ > 0) return badRequest;
  return isHost(value) ? undefined : oddHost;
}

function readLength(said: Said, value: string): Refusal | undefined {
  if (said.length >= 0 || !/^\d+$/.test(value)) return badRequest;
  said.length = Number(value);
  return Number.isSafeInteger(said.length) ? undefined : badRequest;
}

function readEncoding(said: Said, value: string): undefined {
  said.encodings++;
  said.chunked = value.toLowerCase() === "chunked";
}

function readConnection(said: Said, value: string): undefined {
  for (const option of value.toLowerCase().split(",")) {
    if (option.trim() === "close") said.close = true;
    else if (option.trim() === "keep-alive") said.keepAlive = true;
  }
}

function readExpectation(said: Said, value: string): Refusal | undefined {
  said.expectsContinue = value.toLowerCase() === "100-continue";
  return said.expectsContinue ? undefined : { status: 417 };
}

/** Bytes after an upgrade request may belong to the other protocol, so no request follows. */
function readUpgrade(said: Said): undefined {
  said.close = true;
}
