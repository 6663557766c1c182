import type { StoredObject } from "@svc/registry";
import type { Chunk } from "@svc/watch";
import type { ItemForm } from "./item-form.ts";

/** Items in one form, each with a separator behind it, in one buffer. */
interface Packed {
  /** Removed items are released, since their memory may be reused. */
  readonly items: (StoredObject | undefined)[];
  readonly buffer: Buffer;
  /** The offset of each item, and the end after the last separator. */
  readonly offsets: readonly number[];
  /**
   * Slices that were sent, by their bounds: the same slice is the same buffer, so that its
   * compressed form can be cached with it.
   */
  readonly slices: Map<string, Buffer>;
}

/**
 * Items of a chunk from `from` to before `to`: in the packed buffer from index `at` on, or, if that
 * is undefined, a single item outside of it.
 */
interface Part {
  readonly from: number;
  to: number;
  readonly at: number | undefined;
}

type Items = Pick<Chunk<StoredObject>, "items" | "version">;

/** So many different parts of a chunk are remembered: pages of one size cut it in a few ways. */
const maxSlices = 64;
/**
 * Upper bound of added and of removed items since a chunk was packed, each as a share of its items,
 */
const maxChangedShare = 1 / 4;
/** and of its slices, which are compressed separately. */
const maxParts = 16;
/** After this many requests without a change, it is packed anew. */
const maxUsesInParts = 16;

/**
 * The encoding of a chunk for lists, in one form. It is packed into one buffer, and again only
 * after many changes: a buffer of some hundred KB for each change would be most of the garbage of a
 * server with lists and writes. Until then lists consist of the remaining slices and the items
 * added since.
 */
export class ChunkEncoding {
  readonly #form: ItemForm;
  readonly #separator: Buffer;
  #packed: Packed | undefined;
  #parts: readonly Part[] = [];
  /** Encoded bytes of single items, if they had to be created. */
  #apart: ReadonlyMap<StoredObject, Buffer> = new Map();
  /** The version of the chunk when the slices were computed. */
  #changes = -1;
  #uses = 0;

  constructor(form: ItemForm) {
    this.#form = form;
    this.#separator = Buffer.from(form.separator);
  }

  /**
   * Appends the items from `from` to before `to`, each with a separator, but for the very last one
   * of a list.
   */
  append(
    out: Buffer[],
    chunk: Items,
    { from, to, isEnd }: { readonly from: number; readonly to: number; readonly isEnd: boolean },
  ): void {
    const packed = this.#update(chunk);
    for (const part of this.#parts) {
      const first = Math.max(from, part.from);
      const behind = Math.min(to, part.to);
      if (first >= behind) continue;
      const isLast = isEnd && behind === to;
      if (part.at !== undefined) {
        const at = part.at - part.from;
        out.push(
          sliceOf(packed, at + first, (packed.offsets[at + behind] ?? 0) - (isLast ? this.#separator.length : 0)),
        );
      } else {
        const item = chunk.items[first] as StoredObject;
        out.push(this.#apart.get(item) ?? this.#form.bytes(item));
        if (!isLast && this.#separator.length > 0) out.push(this.#separator);
      }
    }
  }

  #update({ items, version }: Items): Packed {
    const packed = this.#packed;
    if (packed !== undefined) {
      if (version === this.#changes) {
        if (this.#parts.length === 1 || ++this.#uses <= maxUsesInParts) return packed;
      } else if (this.#findParts(items, packed)) {
        this.#changes = version;
        this.#uses = 0;
        return packed;
      }
    }
    this.#changes = version;
    this.#parts = [{ from: 0, to: items.length, at: 0 }];
    this.#apart = new Map();
    this.#packed = pack(items, this.#form, this.#separator);
    return this.#packed;
  }

  /** Computes the remaining slices of a packed chunk; false where packing it anew is better. */
  #findParts(items: readonly StoredObject[], packed: Packed): boolean {
    const maxChanged = items.length * maxChangedShare;
    const parts: Part[] = [];
    const come: StoredObject[] = [];
    let last: Part | undefined;
    let next = 0;
    let packedParts = 0;
    for (let i = 0; i < items.length; i++) {
      const item = items[i] as StoredObject;
      const found = packed.items[next] === item ? next : packed.items.indexOf(item, next);
      const at = found < 0 ? undefined : found;
      if (at !== undefined && at === next && last?.at !== undefined) last.to = i + 1;
      else {
        last = { from: i, to: i + 1, at };
        parts.push(last);
        if (at !== undefined) packedParts++;
      }
      if (at !== undefined) {
        packed.items.fill(undefined, next, at);
        next = at + 1;
      } else if (come.push(item) > maxChanged) return false;
    }
    packed.items.fill(undefined, next);
    const gone = packed.items.length - (items.length - come.length);
    if (gone > maxChanged || packedParts > maxParts) return false;
    this.#parts = parts;
    if (this.#form.isStoredForm !== true) {
      const before = this.#apart;
      this.#apart = new Map(come.map((item) => [item, before.get(item) ?? this.#form.bytes(item)]));
    }
    return true;
  }
}

/** The bytes of the packed items from `first` to before the offset `end`. */
function sliceOf({ buffer, offsets, slices }: Packed, first: number, end: number): Buffer {
  const key = `${first} ${end}`;
  const cached = slices.get(key);
  if (cached !== undefined) return cached;
  const slice = buffer.subarray(offsets[first], end);
  if (slices.size >= maxSlices) slices.clear();
  slices.set(key, slice);
  return slice;
}

function pack(items: readonly StoredObject[], form: ItemForm, separator: Buffer): Packed {
  const parts = items.map((item) => form.bytes(item));
  const offsets: number[] = [];
  let length = 0;
  for (const part of parts) {
    offsets.push(length);
    length += part.length + separator.length;
  }
  offsets.push(length);
  const buffer = Buffer.allocUnsafeSlow(length);
  const room = { buffer };
  parts.forEach((part, i) => {
    const at = offsets[i] ?? 0;
    part.copy(buffer, at);
    separator.copy(buffer, at + part.length);
    if (form.isStoredForm === true) items[i]?.moveTo(room, at);
  });
  return { items: items.slice(), buffer, offsets, slices: new Map() };
}
