import type { Writable } from "node:stream";
import { byteLengthOf } from "./exchange.ts";

/**
 * How much is handed over at once. What is written while something waits is copied together first, and encrypted as a whole
 * before any of it leaves: a large body goes piece by piece, each when the one before has been taken.
 */
export const pieceBytes: number = 256 * 1024;
/** Parts below this are copied together: each piece costs a turn of the event loop. */
const smallPartBytes = 16 * 1024;
/** As many rooms wait for answers to come; each body that is being written holds one more. */
const keptRooms = 8;

/**
 * Writes a body. A client that reads slowly holds one piece of it in memory, not all.
 * @param onWritten told when all of it was taken, of a stream that goes on; without it the stream ends with the body
 */
export type BodyWriter = (stream: Writable, body: Buffer | readonly Buffer[], onWritten?: () => void) => void;

/**
 * Pieces are put together in rooms that are used again. Of buffers made for one answer each V8 counts the bytes, and some hundred
 * lists a second would have it look through the whole heap several times a second.
 */
export function createBodyWriter(): BodyWriter {
  const free: Buffer[] = [];
  return (stream, body, onWritten) => {
    let room: Buffer | undefined;
    const takeRoom = (): Buffer => (room ??= free.pop() ?? Buffer.allocUnsafeSlow(pieceBytes));
    const pieces = new Pieces(Buffer.isBuffer(body) ? [body] : body, takeRoom);
    const giveBack = (error?: Error | null): void => {
      // Who knows who still reads from it where a stream broke off.
      if (room !== undefined && !error && free.length < keptRooms) free.push(room);
      if (!error) onWritten?.();
    };
    const writeNext = (error?: Error | null): void => {
      // The client is gone, and its stream closes.
      if (error) return;
      const piece = pieces.next();
      if (pieces.left > 0) stream.write(piece, writeNext);
      else if (onWritten === undefined) stream.end(piece, giveBack);
      else stream.write(piece, giveBack);
    };
    if (pieces.left > 0) writeNext();
    else if (onWritten === undefined) stream.end();
    else onWritten();
  };
}

/** A body piece by piece. */
export class Pieces {
  readonly #parts: readonly Buffer[];
  readonly #room: () => Buffer;
  #left: number;
  /** The part that comes next, and how much of it was given. */
  #next = 0;
  #from = 0;

  /** @param room where small parts are put together, `pieceBytes` long */
  constructor(parts: readonly Buffer[], room: () => Buffer) {
    this.#parts = parts.filter(({ length }) => length > 0);
    this.#room = room;
    this.#left = byteLengthOf(parts);
  }

  /** How many bytes are still to come. */
  get left(): number {
    return this.#left;
  }

  /**
   * What fits into one piece as one; else small parts together, and large ones cut, without being copied. A piece may stand in the room,
   * and is good until the next one is asked for.
   */
  next(): Buffer {
    const piece = this.#isTogether(this.#next) && this.#isTogether(this.#next + 1) ? this.#together() : this.#cut();
    this.#left -= piece.length;
    return piece;
  }

  /** Whether a part is one of several that go together. */
  #isTogether(index: number): boolean {
    const part = this.#parts[index];
    return part !== undefined && (part.length < smallPartBytes || this.#left <= pieceBytes);
  }

  #together(): Buffer {
    const room = this.#room();
    let length = 0;
    for (; this.#isTogether(this.#next); this.#next++) {
      const part = this.#parts[this.#next] as Buffer;
      if (length + part.length - this.#from > pieceBytes) break;
      length += part.copy(room, length, this.#from);
      this.#from = 0;
    }
    return room.subarray(0, length);
  }

  #cut(): Buffer {
    const part = this.#parts[this.#next] as Buffer;
    const piece = part.subarray(this.#from, this.#from + pieceBytes);
    this.#from += piece.length;
    if (this.#from === part.length) {
      this.#next++;
      this.#from = 0;
    }
    return piece;
  }
}
