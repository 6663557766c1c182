import type { Duplex } from "node:stream";
import { drained } from "../../drained.ts";
import type { RequestFraming } from "./request-head.ts";

/** A larger body is written behind its head, a smaller one together with it. */
const maxJoinedBytes = 64 * 1024;

/** Writes a head and a body that is in memory. */
export function sendWhole(socket: Duplex, head: string, body: Uint8Array | undefined): void {
  if (body === undefined || body.length === 0) {
    socket.write(head, "latin1");
  } else if (body.length <= maxJoinedBytes) {
    const bytes = Buffer.allocUnsafe(head.length + body.length);
    bytes.set(body, bytes.write(head, "latin1"));
    socket.write(bytes);
  } else {
    socket.cork();
    socket.write(head, "latin1");
    socket.write(body);
    socket.uncork();
  }
}

/**
 * Writes a body piece by piece, as fast as the server takes it.
 * @throws {TypeError} for a body that has not the length that was announced
 */
export async function sendStream(
  socket: Duplex,
  body: AsyncIterable<Uint8Array>,
  framing: RequestFraming,
): Promise<void> {
  let bytes = 0;
  for await (const piece of body) {
    if (socket.destroyed) return;
    bytes += piece.length;
    if (framing.kind === "length" && bytes > framing.bytes) throw wrongLength();
    // An empty chunk would be the end.
    if (piece.length > 0 && !writePiece(socket, piece, framing)) await drained(socket);
  }
  if (framing.kind === "chunks") socket.write("0\r\n\r\n", "latin1");
  else if (framing.kind === "length" && bytes < framing.bytes) throw wrongLength();
}

function writePiece(socket: Duplex, piece: Uint8Array, { kind }: RequestFraming): boolean {
  if (kind !== "chunks") return socket.write(piece);
  socket.cork();
  socket.write(`${piece.length.toString(16)}\r\n`, "latin1");
  socket.write(piece);
  const goesOn = socket.write("\r\n", "latin1");
  socket.uncork();
  return goesOn;
}

function wrongLength(): TypeError {
  return new TypeError("a request's body has not the length that its head announces");
}
