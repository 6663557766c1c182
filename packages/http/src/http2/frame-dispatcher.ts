import { FrameReader } from "./frame-reader.ts";
import { ConnectionError, errorCode, flag, frameType, maxWindow } from "./frames.ts";
import { HeaderBlocks } from "./header-blocks.ts";
import type { DecodedHeaders } from "./hpack/decoder.ts";
import { withoutPadding } from "./padding.ts";
import { checkPriority, priorityBytes } from "./priority.ts";

/** Data of a stream. */
export interface DataFrame {
  readonly data: Buffer;
  /** Its size for flow control, padding included. */
  readonly bytes: number;
  /** True for the last frame of the stream. */
  readonly isLast: boolean;
}

/** Receives the frames of a peer. Streams are those opened by the client; they may have ended. */
export interface FrameListener {
  /** @param isFirst whether the connection begins with them */
  onSettings(payload: Buffer, isFirst: boolean): void;
  onPing(payload: Buffer): void;
  /** A header block began that continues in other frames. */
  onHeadersBegun(): void;
  /** The client opens a stream. @param isLast whether no body comes */
  onRequest?(stream: number, headers: DecodedHeaders, isLast: boolean): void;
  /** Headers of a stream that was opened before: its response, or what follows a body. */
  onHeaders(stream: number, headers: DecodedHeaders, isLast: boolean): void;
  onData(stream: number, frame: DataFrame): void;
  onReset(stream: number, code: number): void;
  /**
   * The server opens no more streams than those up to the last one.
   * @param reason its code and what else it says, as in the frame
   */
  onGoAway?(last: number, reason: Buffer): void;
  /** @param stream 0 for the connection */
  onWindow(stream: number, bytes: number): void;
}

/** Reads what a peer sends, as far as it can be read without knowing its streams. */
export class FrameDispatcher {
  readonly #frames: FrameReader;
  readonly #blocks: HeaderBlocks;
  readonly #listener: FrameListener;
  /** The peer opens streams. */
  readonly #opens: boolean;
  #hasSettings = false;
  #lastStream = 0;

  /** @param end which end of the connection reads; only a client begins with a preface */
  constructor(maxHeaderBytes: number, listener: FrameListener, end: "server" | "client") {
    this.#frames = new FrameReader(end === "server");
    this.#opens = end === "server";
    this.#blocks = new HeaderBlocks(maxHeaderBytes);
    this.#listener = listener;
  }

  /** The last stream that was opened; 0 where none was. */
  get lastStream(): number {
    return this.#lastStream;
  }

  /** This end opened a stream. */
  opened(stream: number): void {
    this.#lastStream = stream;
  }

  /** True while a header block is incomplete. */
  get isInHeaders(): boolean {
    return this.#blocks.isOpen;
  }

  add(bytes: Buffer): void {
    this.#frames.add(bytes);
  }

  /**
   * Reads one frame.
   * @returns true for a complete one
   * @throws {ConnectionError}
   * @throws {CompressionError}
   */
  next(): boolean {
    if (!this.#frames.next()) return false;
    const { type, stream, flags } = this.#frames;
    if (!this.#hasSettings && (type !== frameType.settings || (flags & flag.ack) !== 0))
      throw new ConnectionError(errorCode.protocolError, "the first frame must be SETTINGS");
    if (this.#blocks.isOpen && (type !== frameType.continuation || stream !== this.#blocks.stream))
      throw new ConnectionError(errorCode.protocolError, "a frame interrupts a block of headers");
    if (type === frameType.settings || type === frameType.ping || type === frameType.goAway) this.#ofConnection();
    else this.#ofStream();
    return true;
  }

  /** No more frames are read. */
  clear(): void {
    this.#frames.clear();
  }

  #ofConnection(): void {
    const { type, payload, stream, flags } = this.#frames;
    const isAck = (flags & flag.ack) !== 0;
    if (stream !== 0) throw new ConnectionError(errorCode.protocolError, "a frame of the connection names a stream");
    if (type === frameType.settings) {
      const isFirst = !this.#hasSettings;
      this.#hasSettings = true;
      checkLength(!isAck || payload.length === 0);
      if (!isAck) this.#listener.onSettings(payload, isFirst);
    } else if (type === frameType.ping) {
      checkLength(payload.length === 8);
      if (!isAck) this.#listener.onPing(payload);
    } else {
      checkLength(payload.length >= 8);
      // After GOAWAY a client completes its streams, and may open further ones until then.
      this.#listener.onGoAway?.(payload.readUInt32BE() & maxWindow, payload.subarray(4));
    }
  }

  #ofStream(): void {
    const { type, payload, stream, flags } = this.#frames;
    switch (type) {
      case frameType.data:
        this.#data();
        break;
      case frameType.headers:
        this.#checkOpened(stream, this.#opens && stream > this.#lastStream && stream % 2 === 1);
        if (!this.#blocks.begin(stream, payload, flags)) this.#listener.onHeadersBegun();
        else this.#block();
        break;
      case frameType.continuation:
        if (this.#blocks.append(payload, flags)) this.#block();
        break;
      case frameType.priority:
        checkLength(payload.length === priorityBytes);
        if (stream === 0) throw new ConnectionError(errorCode.protocolError, "a priority names no stream");
        checkPriority(stream, payload);
        break;
      case frameType.rstStream:
        this.#checkOpened(stream, false);
        checkLength(payload.length === 4);
        this.#listener.onReset(stream, payload.readUInt32BE(0));
        break;
      case frameType.windowUpdate:
        if (stream !== 0) this.#checkOpened(stream, false);
        checkLength(payload.length === 4);
        this.#listener.onWindow(stream, payload.readUInt32BE() & maxWindow);
        break;
      case frameType.pushPromise:
        throw new ConnectionError(errorCode.protocolError, "promises of pushes are not accepted");
      // Unknown frame types are ignored.
    }
  }

  /** @param isNew true for a frame that opens it */
  #checkOpened(stream: number, isNew: boolean): void {
    if (stream === 0 || (!isNew && (stream > this.#lastStream || stream % 2 === 0)))
      throw new ConnectionError(errorCode.protocolError, "unknown stream");
  }

  #data(): void {
    const { payload, stream, flags } = this.#frames;
    this.#checkOpened(stream, false);
    const data = withoutPadding(payload, flags);
    this.#listener.onData(stream, { data, bytes: payload.length, isLast: (flags & flag.endStream) !== 0 });
  }

  /** Headers are whole. */
  #block(): void {
    const { stream, endsStream } = this.#blocks;
    // Headers of ended streams still change the compression state.
    const headers = this.#blocks.decode();
    if (stream <= this.#lastStream) this.#listener.onHeaders(stream, headers, endsStream);
    else {
      this.#lastStream = stream;
      this.#listener.onRequest?.(stream, headers, endsStream);
    }
  }
}

function checkLength(isRight: boolean): void {
  if (!isRight) throw new ConnectionError(errorCode.frameSizeError, "a frame does not have the length of its type");
}
