import type { StoredObject } from "@svc/registry";
import type { Slice } from "@svc/watch";
import type { ItemForm } from "./item-form.ts";
import { LeafBody } from "./leaf-body.ts";

/** Less than this much of a leaf is not worth packing it for. */
const minPackedShare = 0.5;

/**
 * The items of a list. Whole leaves are encoded once and remembered as one buffer; a page is a
 * slice of that. Other items are parts of their own.
 */
export function encodeRuns(runs: readonly Slice<StoredObject>[], form: ItemForm): Buffer[] {
  const out: Buffer[] = [];
  const separator = Buffer.from(form.separator);
  runs.forEach(({ chunk, items, from, to }, i) => {
    const isEnd = i === runs.length - 1;
    if (chunk !== undefined && to - from >= items.length * minPackedShare) {
      chunk.derive(form.key, () => new LeafBody(form)).append(out, chunk, { from, to, isEnd });
      return;
    }
    for (let at = from; at < to; at++) {
      out.push(form.bytes(items[at] as StoredObject));
      if (separator.length > 0 && !(isEnd && at === to - 1)) out.push(separator);
    }
  });
  return out;
}
