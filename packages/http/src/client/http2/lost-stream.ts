import { quote } from "@svc/base";
import { errorName } from "../../http2/error-name.ts";
import { ConnectionLostError } from "../exchange/connection-lost-error.ts";

/** Codes after which the original sends a request again, unless its body is gone. */
const repeated: ReadonlySet<string> = new Set(["PROTOCOL_ERROR", "REFUSED_STREAM"]);

/** The error of a stream that the server reset, in the original's words. */
export function resetError(
  { id, isFinal }: { readonly id: number; readonly isFinal: boolean },
  code: number,
): ConnectionLostError {
  const name = errorName(code);
  const reset = `stream error: stream ID ${id}; ${name}; received from peer`;
  const words =
    isFinal && repeated.has(name)
      ? `http2: Transport: cannot retry err [${reset}] after Request.Body was written; define Request.GetBody to avoid this error`
      : reset;
  return new ConnectionLostError("the server reset the stream", { words });
}

/** How a server says that it opens no more streams. */
export interface GoAway {
  /** The last stream that it took. */
  readonly last: number;
  readonly code: number;
  readonly debug: string;
}

/** Of the text in a server's GOAWAY; the rest is left out. */
const maxDebugBytes = 1024;

/** A server may say it twice, the second time as it ends: the first reason counts. */
export function readGoAway(before: GoAway | undefined, last: number, reason: Buffer): GoAway {
  const debug = reason.toString("utf8", 4, 4 + maxDebugBytes);
  return { last, code: before?.code || reason.readUInt32BE(0), debug: before?.debug || debug };
}

/**
 * The error of a stream whose connection ended, in the original's words.
 * @param goAway absent where none came before
 */
export function endError(goAway: GoAway | undefined, message: string, cause?: unknown): ConnectionLostError {
  return new ConnectionLostError(message, {
    cause,
    words: goAway === undefined ? "unexpected EOF" : awayWords(goAway),
  });
}

/** The error of a stream whose connection this client ended. */
export function lostError(message: string): ConnectionLostError {
  return new ConnectionLostError(message);
}

function awayWords({ last, code, debug }: GoAway): string {
  const details = `LastStreamID=${last}, ErrCode=${errorName(code)}, debug=${quote(debug)}`;
  return `http2: server sent GOAWAY and closed the connection; ${details}`;
}
