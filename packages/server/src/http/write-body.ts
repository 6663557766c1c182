import type { Writable } from "node:stream";
import { byteLengthOf } from "./exchange.ts";

/**
 * How much is handed over at once. What is written while something waits is copied together first, and encrypted as a whole
 * before any of it leaves: a large body goes piece by piece, each when the one before has been taken.
 */
const pieceBytes = 256 * 1024;
/** Parts below this are copied together: each piece costs a turn of the event loop. */
const smallPartBytes = 16 * 1024;

/** Writes a body and ends the stream. A client that reads slowly holds one piece of it in memory, not all. */
export function writeBody(stream: Writable, body: Buffer | readonly Buffer[]): void {
  const pieces = piecesOf(Buffer.isBuffer(body) ? [body] : body);
  let next = 0;
  const writeNext = (error?: Error | null): void => {
    // The client is gone, and its stream closes.
    if (error !== undefined && error !== null) return;
    const piece = pieces[next++];
    if (piece === undefined) stream.end();
    else if (next === pieces.length) stream.end(piece);
    else stream.write(piece, writeNext);
  };
  writeNext();
}

/** What fits into one piece as one; else small parts together, and large ones cut, without being copied. */
export function piecesOf(parts: readonly Buffer[]): readonly Buffer[] {
  const [only] = parts;
  if (parts.length > 1 || only === undefined) {
    const length = byteLengthOf(parts);
    if (length <= pieceBytes) return length === 0 ? [] : [Buffer.concat(parts, length)];
  }
  const pieces: Buffer[] = [];
  let small: Buffer[] = [];
  let smallBytes = 0;
  const flush = (): void => {
    const [only] = small;
    if (only !== undefined) pieces.push(small.length === 1 ? only : Buffer.concat(small, smallBytes));
    small = [];
    smallBytes = 0;
  };
  for (const part of parts) {
    if (part.length < smallPartBytes) {
      if (smallBytes + part.length > pieceBytes) flush();
      if (part.length > 0) small.push(part);
      smallBytes += part.length;
      continue;
    }
    flush();
    for (let at = 0; at < part.length; at += pieceBytes) pieces.push(part.subarray(at, at + pieceBytes));
  }
  flush();
  return pieces;
}
