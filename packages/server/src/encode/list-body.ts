import type { StoredObject } from "@svc/registry";
import type { Slice } from "@svc/watch";
import { ChunkEncoding } from "./chunk-encoding.ts";
import type { ItemForm } from "./item-form.ts";

/** Less than this much of a chunk is not worth packing it for. */
const minPackedShare = 0.5;

/**
 * Encodes the items of a list. Whole chunks are encoded once and cached as one buffer; a page is a
 * slice of it. Other items are separate buffers.
 */
export function encodeSlices(slices: readonly Slice<StoredObject>[], form: ItemForm): Buffer[] {
  const out: Buffer[] = [];
  const separator = Buffer.from(form.separator);
  slices.forEach(({ chunk, items, from, to }, i) => {
    const isEnd = i === slices.length - 1;
    if (chunk !== undefined && to - from >= items.length * minPackedShare) {
      chunk.derive(form.key, () => new ChunkEncoding(form)).append(out, chunk, { from, to, isEnd });
      return;
    }
    for (let at = from; at < to; at++) {
      out.push(form.bytes(items[at] as StoredObject));
      if (separator.length > 0 && !(isEnd && at === to - 1)) out.push(separator);
    }
  });
  return out;
}
