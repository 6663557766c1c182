import { declaredLength } from "../../body.ts";
import { isValueText } from "../../field-text.ts";
import { type FieldLines, type Refusal, readFieldLines } from "../../http1/field-lines.ts";

/** The framing of a response's body: a length, chunks, or the end of the connection. */
type BodyEnd = number | "chunks" | "close";

/** The head of a response that keeps the rules. */
export interface Http1ResponseHead {
  readonly status: number;
  /** Names in lower case; a pair for each line. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** For a request whose response may have a body. */
  readonly bodyEnd: BodyEnd;
  /** The connection may be used for another request. */
  readonly isPersistent: boolean;
  /** The server's idle timeout of the connection; undefined if it does not announce one. */
  readonly idleSeconds: number | undefined;
}

const statusLine = /^HTTP\/1\.(?<minor>[01]) (?<status>[1-9]\d\d)(?: (?<reason>.*))?$/;

/**
 * Reads the head of a response. Ambiguous heads are rejected: repeated lengths, a length together
 * with chunks, other transfer encodings, folded lines. Source: RFC 9112, sections 4 to 6.
 */
export function parseResponseHead(bytes: Buffer, from: number, to: number): Http1ResponseHead | Refusal {
  const text = bytes.toString("latin1", from, to);
  const lineEnd = text.indexOf("\r\n");
  const line = statusLine.exec(lineEnd < 0 ? text : text.slice(0, lineEnd))?.groups;
  const first = lineEnd < 0 ? text : text.slice(0, lineEnd);
  if (line === undefined) return refusal(statusLineProblem(first));
  if (!isValueText(line["reason"] ?? "")) return refusal(malformedResponse(first));
  const lines: FieldLines = { names: [], spans: [] };
  const bad = lineEnd < 0 ? undefined : readFieldLines(text, lineEnd + 2, lines);
  if (bad !== undefined) return refusal(malformedResponse(first));
  return headOf(text, lines, { status: Number(line["status"]), minor: Number(line["minor"]) });
}

/** The reason why bytes are no head of a response, with the original's message. */
export function headProblem(bytes: Buffer): string {
  const end = bytes.indexOf("\r\n\r\n");
  const head = end < 0 ? undefined : parseResponseHead(bytes, 0, end);
  if (head !== undefined && "why" in head && head.why !== undefined) return head.why;
  const [line = ""] = bytes.toString("latin1", 0, maxLineBytes).split(/\r?\n/, 1);
  return statusLine.test(line) ? malformedResponse(line) : statusLineProblem(line);
}

const maxLineBytes = 200;

/** The reason for a response that is none, with the original's message. */
export function malformedResponse(line: string): string {
  return `malformed HTTP response ${quoted(line)}`;
}

/** The reason for a status line that is none, with the original's message. */
function statusLineProblem(line: string): string {
  const { version, code } = /^(?<version>[^ ]*) +(?<code>[^ ]*)/.exec(line)?.groups ?? {};
  if (version === undefined || code === undefined) return malformedResponse(line);
  return /^\d{3}$/.test(code)
    ? `malformed HTTP version ${quoted(version)}`
    : `malformed HTTP status code ${quoted(code)}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function refusal(why: string): Refusal {
  return { status: 400, why };
}

interface StatusLine {
  readonly status: number;
  readonly minor: number;
}

function headOf(
  text: string,
  { names, spans }: FieldLines,
  { status, minor }: StatusLine,
): Http1ResponseHead | Refusal {
  const headers: [string, string][] = [];
  let length: number | undefined;
  let encodings = 0;
  let encoding = "";
  let isChunked = false;
  let isPersistent = minor === 1;
  let idleSeconds: number | undefined;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const value = text.slice(spans[2 * i], spans[2 * i + 1]);
    headers.push([name, value]);
    if (name === "content-length") {
      const declared = declaredLength(value);
      if (declared === undefined) return refusal(`bad Content-Length ${quoted(value)}`);
      if (length !== undefined) return refusal(severalLengths(length, value));
      length = declared;
    } else if (name === "transfer-encoding") {
      encodings++;
      encoding = value;
      isChunked = value.toLowerCase() === "chunked";
    } else if (name === "connection") isPersistent = persistenceOf(value, isPersistent);
    else if (name === "keep-alive") idleSeconds = timeoutOf(value);
  }
  if (encodings > 1) return refusal("too many transfer encodings");
  if (encodings === 1 && !isChunked) return refusal(`unsupported transfer encoding: ${quoted(encoding)}`);
  if (isChunked && length !== undefined) return refusal("Content-Length and Transfer-Encoding in one response");
  if (isChunked && minor === 0) return refusal("Transfer-Encoding in a response of HTTP/1.0");
  const bodyEnd = isChunked ? "chunks" : (length ?? "close");
  return { status, headers, bodyEnd, isPersistent, idleSeconds };
}

function severalLengths(length: number, value: string): string {
  return `http: message cannot contain multiple Content-Length headers; got ["${length}" ${quoted(value)}]`;
}

function persistenceOf(value: string, before: boolean): boolean {
  const options = value.toLowerCase().split(",");
  if (options.some((option) => option.trim() === "close")) return false;
  return before || options.some((option) => option.trim() === "keep-alive");
}

function timeoutOf(value: string): number | undefined {
  const seconds = /(?:^|[,\s])timeout=(?<seconds>\d{1,9})(?:$|[,\s])/i.exec(value)?.groups?.["seconds"];
  return seconds === undefined ? undefined : Number(seconds);
}
