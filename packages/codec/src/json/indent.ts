import { asBuffer } from "@svc/base";

/** Deeper levels are indented by repeating this. */
const spaces = Buffer.alloc(128, 0x20);

/** A growing buffer. */
interface Out {
  bytes: Buffer;
  size: number;
}

/**
 * Indents compact JSON by two spaces a level. Only whitespace changes: members, numbers and escapes
 * keep their spelling.
 */
export function indentJson(input: Uint8Array): Buffer {
  const bytes = asBuffer(input);
  const out: Out = { bytes: Buffer.allocUnsafe(bytes.length * 2 + 64), size: 0 };
  let depth = 0;
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    const c = bytes[at++] as number;
    if (c === 0x7b || c === 0x5b) {
      const isEmpty = bytes[at] === c + 2;
      if (isEmpty) at++;
      copy(out, bytes, start, at);
      if (!isEmpty) breakLine(out, ++depth);
    } else if (c === 0x7d || c === 0x5d) {
      breakLine(out, --depth);
      copy(out, bytes, start, at);
    } else if (c === 0x2c) {
      copy(out, bytes, start, at);
      breakLine(out, depth);
    } else {
      at = c === 0x22 ? stringEnd(bytes, at) : scalarEnd(bytes, at);
      // Only names are followed by a colon.
      const isName = bytes[at] === 0x3a;
      if (isName) at++;
      copy(out, bytes, start, at);
      if (isName) out.bytes[out.size++] = 0x20;
    }
  }
  return out.bytes.subarray(0, out.size);
}

function stringEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
  return at + 1;
}

function scalarEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0x2c && bytes[at] !== 0x7d && bytes[at] !== 0x5d) at++;
  return at;
}

function copy(out: Out, bytes: Buffer, from: number, to: number): void {
  makeRoom(out, to - from + 1);
  out.size += bytes.copy(out.bytes, out.size, from, to);
}

function breakLine(out: Out, depth: number): void {
  const width = Math.max(depth, 0) * 2;
  makeRoom(out, width + 1);
  out.bytes[out.size++] = 0x0a;
  for (let left = width; left > 0; left -= spaces.length) out.size += spaces.copy(out.bytes, out.size, 0, left);
}

function makeRoom(out: Out, needed: number): void {
  if (out.size + needed <= out.bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(out.bytes.length * 2, out.size + needed));
  out.bytes.copy(larger, 0, 0, out.size);
  out.bytes = larger;
}
