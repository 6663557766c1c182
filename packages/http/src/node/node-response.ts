import type { ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import { finished } from "node:stream";
import { systemClock } from "@svc/base";
import { announcedLength, isBodiless } from "../content-length.ts";
import { writable } from "../field-text.ts";
import { startBody } from "../handler-error.ts";
import { cancelBody, type Delivery, type HttpResponse, isStream, type ResponseWriter } from "../http.ts";

/** A response of one of Node's servers. */
export type NodeResponse = ServerResponse | Http2ServerResponse;

interface WriteOptions {
  /** Method of the request. */
  readonly method: string;
  /** Called with the error of a streamed body that cannot be started. */
  readonly report: (error: unknown) => void;
}

/** Writes a response through Node's. A response whose client is gone is dropped. */
export function writeToNode(out: NodeResponse, response: HttpResponse, { method, report }: WriteOptions): void {
  if (out.destroyed || out.writableEnded || out.socket?.destroyed) {
    cancelBody(response);
    return;
  }
  const { status, body } = response;
  const bodiless = isBodiless(method, status);
  const length = announcedLength(response, bodiless);
  const headers = headersOf(response, isHttp1(out));
  if (length !== undefined) headers["Content-Length"] = String(length);
  (out as ServerResponse).writeHead(status, headers);
  if (bodiless) {
    cancelBody(response);
    out.end();
  } else if (isStream(body)) {
    // A stream may have nothing to send for a long time, and its client waits for the head.
    if ("flushHeaders" in out) out.flushHeaders();
    startBody(body, writerOf(out), report);
  } else {
    if (response.delivery !== undefined) watchDelivery(out, response.delivery);
    if (Buffer.isBuffer(body)) out.end(body);
    else writeParts(out, body);
  }
}

function watchDelivery(out: NodeResponse, { timeoutMs, onEnd }: Delivery): void {
  const timer = systemClock.after(timeoutMs, () => breakOff(out));
  finished(out, () => {
    timer.cancel();
    onEnd();
  });
}

function isHttp1(out: NodeResponse): out is ServerResponse {
  return out.req.httpVersionMajor < 2;
}

/** @param keepsConnection whether headers of the connection are kept: HTTP/2 has none */
function headersOf(
  { headers }: Pick<HttpResponse, "headers">,
  keepsConnection: boolean,
): Record<string, string | string[]> {
  const found = Object.create(null) as Record<string, string | string[]>;
  const spelling = new Map<string, string>();
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] ?? "";
    const value = writable(headers[i + 1] ?? "");
    const lower = name.toLowerCase();
    if (!keepsConnection && ofConnection.has(lower)) continue;
    const spelled = spelling.get(lower);
    if (spelled === undefined) {
      spelling.set(lower, name);
      found[name] = value;
    } else found[spelled] = [found[spelled] ?? [], value].flat();
  }
  return found;
}

const ofConnection: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

/** Writes part by part, at the speed of the client. */
function writeParts(out: NodeResponse, parts: readonly Buffer[]): void {
  let next = 0;
  const write = (): void => {
    while (next < parts.length)
      if (!(out as ServerResponse).write(parts[next++])) {
        out.once("drain", write);
        return;
      }
    out.end();
  };
  write();
}

function writerOf(out: NodeResponse): ResponseWriter {
  let isOpen = true;
  out.once("close", () => {
    isOpen = false;
  });
  return {
    connection: out.socket ?? out,
    write: (chunk) => isOpen && (chunk.length === 0 || (out as ServerResponse).write(chunk)),
    onDrain: (callback) => void out.on("drain", callback),
    onClose: (callback) => {
      if (isOpen) out.once("close", callback);
      else callback();
    },
    end: (trailers = []) => {
      if (!isOpen) return;
      if (trailers.length > 0) out.addTrailers(headersOf({ headers: trailers }, false) as Record<string, string>);
      out.end();
    },
    abort: () => breakOff(out),
  };
}

function breakOff(out: NodeResponse): void {
  if (isHttp1(out)) out.destroy();
  else out.stream.close(internalError);
}

/** Source: RFC 9113, section 7. */
const internalError = 2;
