import { checkRange } from "../key.ts";
import type { KeyRange } from "../storage.ts";

/**
 * The encoding of keys in etcd: the prefix, then the key, as UTF-8. No byte of UTF-8 is 0xff, so
 * the prefix followed by that byte is no key.
 */
export interface Keyspace {
  readonly prefixBytes: number;
  encode(key: string): Buffer;
  /** Undefined for keys that are not UTF-8 and therefore not of a store. */
  decode(key: Uint8Array): string | undefined;
  range(range: KeyRange): EncodedRange;
  /**
   * A key after all others. Its value has no meaning: it is read to learn the revision and written
   * to appear in watches.
   */
  readonly marker: Buffer;
}

/** A range as etcd's bounds. */
export interface EncodedRange {
  readonly key: Buffer;
  /** Exclusive. */
  readonly rangeEnd: Buffer;
}

/** Creates the mapping for a prefix. */
export function createKeyspace(prefix: string): Keyspace {
  const head = Buffer.from(prefix);
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const end = Buffer.concat([head, Buffer.of(0xff)]);
  const encode = (key: string): Buffer => Buffer.from(prefix + key);
  // Etcd has no empty range. This key, before the marker, is never written.
  const nobodysKey = Buffer.concat([end, Buffer.from("nothing")]);
  const nowhere: EncodedRange = { key: nobodysKey, rangeEnd: Buffer.concat([nobodysKey, Buffer.of(0)]) };
  return {
    prefixBytes: head.length,
    marker: Buffer.concat([end, Buffer.from("revision")]),
    encode,
    decode(key) {
      try {
        return decoder.decode(key.subarray(head.length));
      } catch {
        return undefined;
      }
    },
    range(range) {
      checkRange(range);
      const from = later(encode(range.prefix), encode(range.start ?? ""));
      const past = range.prefix === "" ? end : nextAfter(encode(range.prefix));
      const to = range.end === undefined ? past : earlier(past, encode(range.end));
      // Etcd treats an empty key as absent; no key of a store is before this one.
      const key = from.length === 0 ? Buffer.of(0) : from;
      return Buffer.compare(key, to) < 0 ? { key, rangeEnd: to } : nowhere;
    },
  };
}

const earlier = (a: Buffer, b: Buffer): Buffer => (Buffer.compare(a, b) <= 0 ? a : b);
const later = (a: Buffer, b: Buffer): Buffer => (Buffer.compare(a, b) >= 0 ? a : b);

/**
 * Returns the first key after all keys with this prefix. The last byte is part of UTF-8 and
 * therefore below 0xff.
 */
function nextAfter(bytes: Buffer): Buffer {
  const next = Buffer.from(bytes);
  next[next.length - 1]! += 1;
  return next;
}
