import { quote } from "@svc/base";

/**
 * A number for each of many uids, in columns of numbers: 25 to 35 bytes each, where a map and its
 * texts take a hundred and fifty. Only for uids as they are made nearly everywhere: 32 digits and
 * four hyphens.
 */
interface UidTable {
  readonly size: number;
  get(uid: string): number | undefined;
  /**
   * @param value a whole number from 0 to 4,294,967,294
   * @throws {TypeError} when it is no such uid
   */
  set(uid: string, value: number): void;
  delete(uid: string): boolean;
  entries(): IterableIterator<readonly [uid: string, value: number]>;
}

// A table that grows is filled anew in one go: many small ones spread that.
const shardCount = 16;
/** Four words of the uid, and the value plus one; 0 where there is none. */
const stride = 5;
const valueAt = 4;
const smallest = 8;
/** The shares of taken slots above which a shard grows and below which it shrinks. */
const fullShare = 7 / 8;
const emptyShare = 1 / 4;
const growth = 3 / 2;

interface Shard {
  slots: Uint32Array;
  taken: number;
}

export function createUidTable(): UidTable {
  const shards: Shard[] = Array.from({ length: shardCount }, () => ({ slots: new Uint32Array(0), taken: 0 }));
  const words = new Uint32Array(stride - 1);
  let size = 0;

  const shardOf = (hash: number): Shard => shards[hash % shardCount]!;

  function resize(shard: Shard, capacity: number): void {
    const { slots } = shard;
    shard.slots = new Uint32Array(capacity * stride);
    for (let at = 0; at < slots.length; at += stride) {
      if (slots[at + valueAt] === 0) continue;
      const free = find(shard.slots, slots, at);
      for (let i = 0; i < stride; i++) shard.slots[free + i] = slots[at + i]!;
    }
  }

  return {
    get size() {
      return size;
    },
    get(uid) {
      if (!parseUid(uid, words)) return undefined;
      const { slots } = shardOf(hashOf(words, 0));
      const value = slots.length === 0 ? 0 : slots[find(slots, words, 0) + valueAt]!;
      return value === 0 ? undefined : value - 1;
    },
    set(uid, value) {
      if (!parseUid(uid, words)) throw new TypeError(`this is no uid of 32 digits: ${quote(uid)}`);
      const shard = shardOf(hashOf(words, 0));
      const capacity = shard.slots.length / stride;
      if (shard.taken + 1 > capacity * fullShare) resize(shard, Math.max(smallest, Math.ceil(capacity * growth)));
      const { slots } = shard;
      const at = find(slots, words, 0);
      if (slots[at + valueAt] === 0) {
        shard.taken++;
        size++;
      }
      slots.set(words, at);
      slots[at + valueAt] = value + 1;
    },
    delete(uid) {
      if (!parseUid(uid, words)) return false;
      const shard = shardOf(hashOf(words, 0));
      const { slots } = shard;
      const at = slots.length === 0 ? 0 : find(slots, words, 0);
      if (slots.length === 0 || slots[at + valueAt] === 0) return false;
      close(slots, at);
      shard.taken--;
      size--;
      const capacity = slots.length / stride;
      if (capacity > smallest && shard.taken < capacity * emptyShare)
        resize(shard, Math.max(smallest, Math.ceil(shard.taken * growth)));
      return true;
    },
    *entries() {
      for (const { slots } of shards)
        for (let at = 0; at < slots.length; at += stride)
          if (slots[at + valueAt] !== 0) yield [formatUid(slots, at), slots[at + valueAt]! - 1];
    },
  };
}

/** True for a uid that a table can hold. */
export function isTableUid(uid: string): boolean {
  return parseUid(uid, new Uint32Array(stride - 1));
}

/** The slot of the uid at `from` of `source`, or the free slot for it: there always is one. */
function find(slots: Uint32Array, source: Uint32Array, from: number): number {
  let at = homeOf(slots, source, from);
  while (slots[at + valueAt] !== 0 && !isSame(slots, at, source, from)) at = next(slots, at);
  return at;
}

/** Frees a slot, and moves back later entries that it had displaced. */
function close(slots: Uint32Array, at: number): void {
  let hole = at;
  for (let i = next(slots, hole); slots[i + valueAt] !== 0; i = next(slots, i)) {
    const home = homeOf(slots, slots, i);
    const isReachable = hole < i ? home > hole && home <= i : home > hole || home <= i;
    if (isReachable) continue;
    slots.copyWithin(hole, i, i + stride);
    hole = i;
  }
  slots[hole + valueAt] = 0;
}

const next = (slots: Uint32Array, at: number): number => (at + stride === slots.length ? 0 : at + stride);

const homeOf = (slots: Uint32Array, source: Uint32Array, from: number): number =>
  (Math.floor(hashOf(source, from) / shardCount) % (slots.length / stride)) * stride;

function isSame(a: Uint32Array, at: number, b: Uint32Array, from: number): boolean {
  for (let i = 0; i < valueAt; i++) if (a[at + i] !== b[from + i]) return false;
  return true;
}

/** All words are hashed: time-based uids differ in few of them. */
function hashOf(words: Uint32Array, from: number): number {
  let hash = 0;
  for (let i = 0; i < valueAt; i++) {
    hash = Math.imul(hash ^ words[from + i]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

const isHyphen = (place: number): boolean => place === 8 || place === 13 || place === 18 || place === 23;
const uidLength = 36;

/** Into four words; returns whether it is of this form, which is that of `formatUid`. */
function parseUid(uid: string, words: Uint32Array): boolean {
  if (uid.length !== uidLength) return false;
  let digits = 0;
  for (let i = 0; i < uidLength; i++) {
    const code = uid.charCodeAt(i);
    if (isHyphen(i)) {
      if (code !== 0x2d) return false;
      continue;
    }
    const digit = digitOf(code);
    if (digit < 0) return false;
    const word = digits++ >> 3;
    words[word] = (words[word]! << 4) | digit;
  }
  return true;
}

/** Capital ones would come out as small ones, which is another uid. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}

function formatUid(words: Uint32Array, from: number): string {
  let text = "";
  for (let i = 0; i < valueAt; i++) text += words[from + i]!.toString(16).padStart(8, "0");
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
