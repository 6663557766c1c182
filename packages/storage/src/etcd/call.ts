import { type ClientHttp2Session, constants, type IncomingHttpHeaders } from "node:http2";
import { createFrameReader, frameOf } from "./frames.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import type { MessageWriter } from "./protobuf.ts";

/** Events of a call. */
export interface CallEvents {
  onMessage(message: Buffer): void;
  /** Called once at the end: with the error, or undefined after success. */
  onEnd(error: GrpcError | undefined): void;
}

/** A gRPC call. */
export interface Call {
  send(message: MessageWriter): void;
  /** Sends no more messages. */
  finish(): void;
  /** Makes the server wait with further messages. */
  pause(): void;
  resume(): void;
  /** Cancels the call; `onEnd` is called. */
  cancel(): void;
}

const maxMessageBytes = 512 * 1024 * 1024;

/** Opens a call on an HTTP/2 session. */
export function openCall(
  session: ClientHttp2Session,
  {
    method,
    headers,
    events,
  }: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly events: CallEvents },
): Call {
  const stream = session.request(
    { ":method": "POST", ":path": method, "content-type": "application/grpc", te: "trailers", ...headers },
    { endStream: false },
  );
  let failure: GrpcError | undefined;
  let status: IncomingHttpHeaders = {};
  const reader = createFrameReader(maxMessageBytes, events.onMessage);

  stream.on("response", (received) => {
    const http = received[":status"];
    if (received["grpc-status"] !== undefined) status = received;
    else if (http !== 200) failure = new GrpcError(grpcCode.unavailable, `HTTP status ${String(http)} instead of gRPC`);
  });
  stream.on("trailers", (received) => {
    status = received;
  });
  stream.on("data", (chunk: Buffer) => {
    if (failure !== undefined) return;
    try {
      reader.read(chunk);
    } catch (error) {
      failure = error instanceof GrpcError ? error : new GrpcError(grpcCode.dataLoss, String(error), { cause: error });
      stream.close(constants.NGHTTP2_CANCEL);
    }
  });
  stream.on("error", (error: NodeJS.ErrnoException) => {
    failure ??= new GrpcError(grpcCode.unavailable, error.message, {
      cause: error,
      unsent: wasNotSent(error, stream.rstCode),
    });
  });
  stream.once("close", () => events.onEnd(failure ?? statusError(status, stream.rstCode)));

  return {
    send: (message) => void stream.write(frameOf(message)),
    finish: () => void stream.end(),
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    cancel() {
      failure ??= new GrpcError(grpcCode.canceled, "cancelled");
      stream.close(constants.NGHTTP2_CANCEL);
      // A paused stream would never end.
      stream.resume();
    },
  };
}

function wasNotSent(error: NodeJS.ErrnoException, rstCode: number | undefined): boolean {
  return error.code === "ERR_HTTP2_OUT_OF_STREAMS" || rstCode === constants.NGHTTP2_REFUSED_STREAM;
}

function statusError(status: IncomingHttpHeaders, rstCode: number | undefined): GrpcError | undefined {
  const code = status["grpc-status"];
  if (code === undefined) {
    const unsent = rstCode === constants.NGHTTP2_REFUSED_STREAM;
    return new GrpcError(grpcCode.unavailable, "the connection ended before the answer", { unsent });
  }
  if (code === "0") return undefined;
  const message = decodeMessage(String(status["grpc-message"] ?? ""));
  return new GrpcError(contextCodes.get(message) ?? Number(code), message);
}

// Members of 3.4 report an exceeded deadline with the code "unknown".
const contextCodes: ReadonlyMap<string, number> = new Map([
  ["context deadline exceeded", grpcCode.deadlineExceeded],
  ["context canceled", grpcCode.canceled],
]);

/** Messages are percent-encoded; others are returned unchanged. */
function decodeMessage(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}
