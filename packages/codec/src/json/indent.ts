import { asBuffer, finishSteps, type Steps } from "@svc/base";
import { scalarEnd, stringEnd } from "./values.ts";

/** Deeper levels are indented by repeating this. */
const spaces = Buffer.alloc(128, 0x20);

/** Bytes that are indented in one step: some milliseconds of work. */
const bytesPerStep = 1024 * 1024;

/**
 * Indents compact JSON by two spaces a level. Only whitespace changes: members, numbers and escapes
 * keep their spelling.
 */
export function indentJson(input: Uint8Array): Buffer {
  return finishSteps(indentSteps(input));
}

/** The same in steps. */
export function* indentSteps(input: Uint8Array): Steps<Buffer> {
  const bytes = asBuffer(input);
  const out = new GrowingBuffer(bytes.length * 2 + 64);
  let depth = 0;
  let stepEnd = bytesPerStep;
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    if (at > stepEnd) {
      stepEnd = at + bytesPerStep;
      yield;
    }
    const c = bytes[at++] as number;
    if (c === 0x7b || c === 0x5b) {
      const isEmpty = bytes[at] === c + 2;
      if (isEmpty) at++;
      out.copy(bytes, start, at);
      if (!isEmpty) out.breakLine(++depth);
    } else if (c === 0x7d || c === 0x5d) {
      out.breakLine(--depth);
      out.copy(bytes, start, at);
    } else if (c === 0x2c) {
      out.copy(bytes, start, at);
      out.breakLine(depth);
    } else {
      at = c === 0x22 ? stringEnd(bytes, at) : scalarEnd(bytes, at);
      // Only names are followed by a colon.
      const isName = bytes[at] === 0x3a;
      if (isName) at++;
      out.copy(bytes, start, at);
      if (isName) out.writeSpace();
    }
  }
  return out.content();
}

class GrowingBuffer {
  #bytes: Buffer;
  #size = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** Leaves room for one more byte. */
  copy(source: Buffer, from: number, to: number): void {
    this.#makeRoom(to - from + 1);
    this.#size += source.copy(this.#bytes, this.#size, from, to);
  }

  /** Into the room that `copy` left. */
  writeSpace(): void {
    this.#bytes[this.#size++] = 0x20;
  }

  breakLine(depth: number): void {
    const width = Math.max(depth, 0) * 2;
    this.#makeRoom(width + 1);
    this.#bytes[this.#size++] = 0x0a;
    for (let left = width; left > 0; left -= spaces.length) this.#size += spaces.copy(this.#bytes, this.#size, 0, left);
  }

  content(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  #makeRoom(needed: number): void {
    if (this.#size + needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + needed));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}
