import type { StoredObject } from "@svc/registry";
import type { Chunk } from "@svc/watch";
import type { ItemForm } from "./item-form.ts";

/** Items in one form, each with a separator behind it, in one buffer. */
interface Packed {
  /** Those that have gone are let go of: they may stand in the room of others by now. */
  readonly items: (StoredObject | undefined)[];
  readonly buffer: Buffer;
  /** Where each item begins; one more for the end behind the last separator. */
  readonly offsets: readonly number[];
  /**
   * Parts that were sent, by their ends: the same part is the same buffer, so that what is made of
   * it can be kept with it.
   */
  readonly slices: Map<string, Buffer>;
}

/**
 * Items of a leaf, from `from` to before `to`, which stand in the packed buffer from the index `at`
 * on; or, where that is undefined, one that does not.
 */
interface Part {
  readonly from: number;
  to: number;
  readonly at: number | undefined;
}

type Items = Pick<Chunk<StoredObject>, "items" | "version">;

/** So many different parts of a leaf are remembered: pages of one size cut it in a few ways. */
const maxSlices = 64;
/** What came since a leaf was packed, and what went, are each at most this share of its items, */
const maxChangedShare = 1 / 4;
/** and leaves at most so many parts of it: they are what is compressed. */
const maxParts = 16;
/** Who asks so often for what does not change any more has it packed anew. */
const maxUsesInParts = 16;

/**
 * The bytes of a leaf for lists, in one form. It is packed into one buffer, and again only when
 * much of it changed: a buffer of some hundred KB for each change would be most of what a server
 * with lists and writes leaves to the collector. Until then lists consist of what is left of it and
 * what came since.
 */
export class LeafBody {
  readonly #form: ItemForm;
  readonly #separator: Buffer;
  #packed: Packed | undefined;
  #parts: readonly Part[] = [];
  /** Bytes of those that stand alone, where they have to be made. */
  #apart: ReadonlyMap<StoredObject, Buffer> = new Map();
  /** Of the leaf, when the parts were told. */
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
    leaf: Items,
    { from, to, isEnd }: { readonly from: number; readonly to: number; readonly isEnd: boolean },
  ): void {
    const packed = this.#keepUp(leaf);
    for (const part of this.#parts) {
      const first = Math.max(from, part.from);
      const behind = Math.min(to, part.to);
      if (first >= behind) continue;
      const isLast = isEnd && behind === to;
      if (part.at !== undefined) {
        const at = part.at - part.from;
        out.push(sliceOf(packed, at + first, at + behind, isLast ? this.#separator.length : 0));
      } else {
        const item = leaf.items[first] as StoredObject;
        out.push(this.#apart.get(item) ?? this.#form.bytes(item));
        if (!isLast && this.#separator.length > 0) out.push(this.#separator);
      }
    }
  }

  #keepUp({ items, version }: Items): Packed {
    const packed = this.#packed;
    if (packed !== undefined) {
      if (version === this.#changes) {
        if (this.#parts.length === 1 || ++this.#uses <= maxUsesInParts) return packed;
      } else if (this.#tellParts(items, packed)) {
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

  /** Finds what is left of a packed leaf; false where packing it anew is better. */
  #tellParts(items: readonly StoredObject[], packed: Packed): boolean {
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

/** @param less so many bytes of the end are left out */
function sliceOf({ buffer, offsets, slices }: Packed, from: number, to: number, less: number): Buffer {
  const key = `${from} ${to} ${less}`;
  const known = slices.get(key);
  if (known !== undefined) return known;
  const slice = buffer.subarray(offsets[from], (offsets[to] ?? 0) - less);
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
