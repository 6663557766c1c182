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

/** Filtered items are joined into buffers of about this size, so that a list is few writes. */
const joinBytes = 256 * 1024;
/** So many different parts of a leaf are remembered: pages of one size cut it in a few ways. */
const maxSlices = 8;
/** Less than this much of a leaf is not worth packing it for. */
const minPackedShare = 0.5;

/**
 * The items of a list as few large buffers. Whole leaves are encoded once and remembered until one of their items changes; a
 * page is a slice of that.
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
      joinInto(out, items, from, to, form, separator);
      if (!last && separator.length > 0) out.push(separator);
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
  parts.forEach((part, i) => {
    const at = offsets[i] ?? 0;
    part.copy(buffer, at);
    separator.copy(buffer, at + part.length);
    if (form.isStoredForm === true) items[i]?.moveTo(buffer, at);
  });
  return { buffer, offsets, slices: new Map() };
}

function joinInto(
  out: Buffer[],
  items: readonly StoredObject[],
  from: number,
  to: number,
  form: ItemForm,
  separator: Buffer,
): void {
  let batch: Buffer[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (batch.length > 0)
      out.push(batch.length === 1 && batch[0] !== undefined ? batch[0] : Buffer.concat(batch, bytes));
    batch = [];
    bytes = 0;
  };
  for (let i = from; i < to; i++) {
    const item = items[i];
    if (item === undefined) continue;
    if (i > from) {
      batch.push(separator);
      bytes += separator.length;
    }
    const part = form.bytes(item);
    batch.push(part);
    bytes += part.length;
    if (bytes >= joinBytes) flush();
  }
  flush();
}
