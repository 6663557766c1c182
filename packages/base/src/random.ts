import { randomFillSync } from "node:crypto";
import { aFunction, checkArgument } from "./check/index.ts";

/** Randomness as a value: fills a buffer. */
export type RandomBytes = (into: Uint8Array) => void;

const batchBytes = 4096;

/**
 * Random version 4 UUIDs. System randomness is read in batches, since a call costs more than 16
 * bytes of it. Source: RFC 9562 section 5.4.
 * @throws {TypeError} for a wrong argument
 */
export function createUidSource(random: RandomBytes = (into) => void randomFillSync(into)): () => string {
  checkArgument("createUidSource: random", random, aFunction);
  const batch = Buffer.alloc(batchBytes);
  let used = batchBytes;
  return () => {
    if (used === batchBytes) {
      random(batch);
      used = 0;
    }
    batch[used + 6] = ((batch[used + 6] ?? 0) & 0x0f) | 0x40;
    batch[used + 8] = ((batch[used + 8] ?? 0) & 0x3f) | 0x80;
    const hex = batch.toString("hex", used, used + 16);
    used += 16;
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
}

/**
 * Letters that cannot spell words and are not confused with each other. Source: the API's
 * conventions for generated names.
 */
const nameAlphabet = "bcdfghjklmnpqrstvwxz2456789";

/**
 * The random part of a generated name. @param length of the part, 5 in generated names
 * @throws {TypeError} for a wrong argument
 */
export function createNameSuffixSource(
  random: RandomBytes = (into) => void randomFillSync(into),
): (length?: number) => string {
  checkArgument("createNameSuffixSource: random", random, aFunction);
  const byte = new Uint8Array(1);
  const limit = 256 - (256 % nameAlphabet.length);
  return (length = 5) => {
    let out = "";
    while (out.length < length) {
      random(byte);
      const value = byte[0] ?? 0;
      if (value < limit) out += nameAlphabet[value % nameAlphabet.length];
    }
    return out;
  };
}
