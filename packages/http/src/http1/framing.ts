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
interface FramingFields {
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
  const fields: FramingFields = {
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
    const bad = read?.(fields, text.slice(spans[2 * i], spans[2 * i + 1]));
    if (bad !== undefined) return bad;
  }
  if (fields.hosts === 0 && minor === 1) return noHost;
  if (fields.encodings > 1 || (fields.encodings === 1 && !fields.chunked)) return otherEncoding;
  if (fields.chunked && (fields.length >= 0 || minor === 0)) return badRequest;
  return {
    minor,
    length: fields.length < 0 ? 0 : fields.length,
    chunked: fields.chunked,
    persistent: !fields.close && (minor === 1 || fields.keepAlive),
    expectsContinue: fields.expectsContinue && minor === 1,
  };
}

const noHost: Refusal = { status: 400, why: "missing required Host header" };
const oddHost: Refusal = { status: 400, why: "malformed Host header" };
const otherEncoding: Refusal = { status: 501, why: "unsupported transfer encoding" };

const readers: ReadonlyMap<string, (fields: FramingFields, value: string) => Refusal | undefined> = new Map([
  ["host", readHost],
  ["content-length", readLength],
  ["transfer-encoding", readEncoding],
  ["connection", readConnection],
  ["expect", readExpectation],
  ["upgrade", readUpgrade],
]);

function readHost(fields: FramingFields, value: string): Refusal | undefined {
  if (fields.hosts++ > 0) return badRequest;
  return isHost(value) ? undefined : oddHost;
}

function readLength(fields: FramingFields, value: string): Refusal | undefined {
  if (fields.length >= 0 || !/^\d+$/.test(value)) return badRequest;
  fields.length = Number(value);
  return Number.isSafeInteger(fields.length) ? undefined : badRequest;
}

function readEncoding(fields: FramingFields, value: string): undefined {
  fields.encodings++;
  fields.chunked = value.toLowerCase() === "chunked";
}

function readConnection(fields: FramingFields, value: string): undefined {
  for (const option of value.toLowerCase().split(",")) {
    if (option.trim() === "close") fields.close = true;
    else if (option.trim() === "keep-alive") fields.keepAlive = true;
  }
}

function readExpectation(fields: FramingFields, value: string): Refusal | undefined {
  fields.expectsContinue = value.toLowerCase() === "100-continue";
  return fields.expectsContinue ? undefined : { status: 417 };
}

/** Bytes after an upgrade request may belong to the other protocol, so no request follows. */
function readUpgrade(fields: FramingFields): undefined {
  fields.close = true;
}
