import { BodyTooLargeError, ClientGoneError } from "../exchange.ts";
import { type BodyReader, ChunkReader, LengthReader } from "./body-reader.ts";
import type { Framing } from "./framing.ts";

/** As much room as is made for a body before any of it came. */
const firstRoomBytes = 64 * 1024;

/** The body of one request: what is asked for is kept, what is not flows away. */
export class Body {
  readonly #reader: BodyReader;
  /** Of whoever asked for it and did not get it yet. */
  #waiting: Waiting | undefined;
  #asked = false;
  /** The client waits to be told to send it. */
  held: boolean;
  /** How much flowed away. */
  #dropped = 0;

  constructor(framing: Framing) {
    this.#reader = framing.chunked ? new ChunkReader() : new LengthReader(framing.length);
    this.held = framing.expectsContinue;
  }

  get done(): boolean {
    return this.#reader.done;
  }

  get broken(): boolean {
    return this.#reader.broken;
  }

  get left(): number | undefined {
    return this.#reader.left;
  }

  get isAwaited(): boolean {
    return this.#waiting !== undefined;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** All of it, once; see `HttpRequest.readBody`. What came already is read by the next `read`. */
  ask(maxBytes: number): Promise<Buffer> {
    if (this.#asked) return Promise.reject(new TypeError("a body is read once"));
    this.#asked = true;
    const { left } = this.#reader;
    if (left !== undefined && left > maxBytes) return Promise.reject(new BodyTooLargeError());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, maxBytes, room: undefined, length: 0 };
    });
  }

  /** Reads on. @returns where the next unread byte is */
  read(bytes: Buffer, from: number): number {
    this.held = false;
    const at = this.#reader.read(bytes, from, (piece) => this.#take(piece));
    const waiting = this.#waiting;
    if (waiting !== undefined && this.#reader.done) {
      this.#waiting = undefined;
      waiting.resolve(waiting.room === undefined ? noBytes : waiting.room.subarray(0, waiting.length));
    }
    return at;
  }

  /** Nothing more will come. */
  breakOff(cause: unknown): void {
    this.#waiting?.reject(new ClientGoneError("the client hung up before its body was whole", { cause }));
    this.#waiting = undefined;
  }

  #take(piece: Buffer): void {
    const waiting = this.#waiting;
    if (waiting === undefined) this.#dropped += piece.length;
    else if (waiting.length + piece.length > waiting.maxBytes) {
      this.#waiting = undefined;
      waiting.reject(new BodyTooLargeError());
    } else if (waiting.room === undefined && this.#reader.done) {
      waiting.room = piece;
      waiting.length = piece.length;
    } else keep(waiting, piece, this.#reader.left ?? 0);
  }
}

interface Waiting {
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
  readonly maxBytes: number;
  room: Buffer | undefined;
  length: number;
}

export const noBytes: Buffer = Buffer.alloc(0);

/** Pieces are put together as they come: to keep each would cost more than its bytes, where a client sends them one by one. */
function keep(waiting: Waiting, piece: Buffer, left: number): void {
  const { room, length } = waiting;
  const needed = length + piece.length;
  if (room === undefined || needed > room.length) {
    const larger = Math.max(needed + Math.min(left, firstRoomBytes), room === undefined ? 0 : 2 * room.length);
    waiting.room = Buffer.allocUnsafeSlow(Math.min(larger, waiting.maxBytes));
    room?.copy(waiting.room, 0, 0, length);
  }
  piece.copy(waiting.room as Buffer, length);
  waiting.length = needed;
}
