import type { StoredObject } from "@svc/registry";
import type { Run } from "@svc/watch";

/** The items of a leaf in one form, each with a separator behind it. */
interface Packed {
  readonly buffer: Buffer;
  /** Where each item begins; one more for the end behind the last separator. */
  readonly offsets: readonly number[];
  /** Parts that were sent, by their ends: the same part is the same buffer, so that what is made of it can be kept with it. */
  readonly slices: Map<string, Buffer>;
}

/** How one item is written, and what stands between two. */
export interface ItemForm {
  /** Names the form; equal keys write equal bytes. */
  readonly key: string;
  readonly separator: string;
  readonly bytes: (item: StoredObject) => Buffer;
  /** Whether the form is that in which items are kept: they then move into the packed buffer, and need no room of their own. */
  readonly isStoredForm?: boolean;
}

/** So many different parts of a leaf are remembered: pages of one size cut it in a few ways. */
const maxSlices = 8;
/** Less than this much of a leaf is not worth packing it for. */
const minPackedShare = 0.5;

/**
 * The items of a list. Whole leaves are encoded once and remembered as one buffer until one of their items changes; a page is a slice of
 * that. Other items are parts of their own.
 */
export function encodeRuns(runs: readonly Run<StoredObject>[], form: ItemForm): Buffer[] {
  const out: Buffer[] = [];
  const separator = Buffer.from(form.separator);
  runs.forEach(({ leaf, items, from, to }, i) => {
    const last = i === runs.length - 1;
    if (leaf !== undefined && to - from >= items.length * minPackedShare) {
      const packed = leaf.derive(form.key, (all) => pack(all, form));
      out.push(sliceOf(packed, from, to, last ? separator.length : 0));
    } else {
      for (const item of items.slice(from, to)) {
        out.push(form.bytes(item));
        if (separator.length > 0) out.push(separator);
      }
      if (last && separator.length > 0 && to > from) out.pop();
    }
  });
  return out;
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

function pack(items: readonly StoredObject[], form: ItemForm): Packed {
  const separator = Buffer.from(form.separator);
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
  return { buffer, offsets, slices: new Map() };
}
