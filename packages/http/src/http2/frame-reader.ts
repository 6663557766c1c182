import { ConnectionError, errorCode, frameHeadBytes, maxFrameBytes, preface } from "./frames.ts";

const nothing: Buffer = Buffer.alloc(0);

/** Splits the bytes of a connection into frames. Buffers at most one incomplete frame. */
export class FrameReader {
  /** Of the frame that was read last. */
  type = 0;
  flags = 0;
  stream = 0;
  payload: Buffer = nothing;
  #bytes: Buffer = nothing;
  #at = 0;
  #hasBegun: boolean;

  /** @param expectsPreface whether the peer is a client */
  constructor(expectsPreface: boolean) {
    this.#hasBegun = !expectsPreface;
  }

  add(bytes: Buffer): void {
    const left = this.#bytes.length - this.#at;
    this.#bytes = left === 0 ? bytes : Buffer.concat([this.#bytes.subarray(this.#at), bytes]);
    this.#at = 0;
  }

  /**
   * @returns true for a complete one
   * @throws {ConnectionError} for bytes that are no HTTP/2, and for frames that are too large
   */
  next(): boolean {
    if (!this.#hasBegun && !this.#begin()) return false;
    const bytes = this.#bytes;
    const at = this.#at;
    if (bytes.length - at < frameHeadBytes) return false;
    const length = ((bytes[at] as number) << 16) | ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number);
    if (length > maxFrameBytes) throw new ConnectionError(errorCode.frameSizeError, "a frame is too large");
    const end = at + frameHeadBytes + length;
    if (bytes.length < end) return false;
    this.type = bytes[at + 3] as number;
    this.flags = bytes[at + 4] as number;
    this.stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
    this.payload = length === 0 ? nothing : bytes.subarray(at + frameHeadBytes, end);
    this.#at = end;
    // Read bytes are released.
    if (end === bytes.length) this.clear();
    return true;
  }

  clear(): void {
    this.#bytes = nothing;
    this.#at = 0;
  }

  #begin(): boolean {
    const there = Math.min(this.#bytes.length, preface.length);
    if (preface.compare(this.#bytes, 0, there, 0, there) !== 0)
      throw new ConnectionError(errorCode.protocolError, "this is no HTTP/2");
    if (there < preface.length) return false;
    this.#at = preface.length;
    this.#hasBegun = true;
    return true;
  }
}
