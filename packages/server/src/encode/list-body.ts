import type { StoredObject } from "@svc/registry";
import type { Run } from "@svc/watch";
import type { ItemForm } from "./item-form.ts";
import { LeafBody } from "./leaf-body.ts";

/** Less than this much of a leaf is not worth packing it for. */
const minPackedShare = 0.5;

/**
 * The items of a list. Whole leaves are encoded once and remembered as one buffer; a page is a slice of that. Other items are parts of
 * their own.
 */
export function encodeRuns(runs: readonly Run<StoredObject>[], form: ItemForm): Buffer[] {
  const out: Buffer[] = [];
  const separator = Buffer.from(form.separator);
  runs.forEach(({ leaf, items, from, to }, i) => {
    const isEnd = i === runs.length - 1;
    if (leaf !== undefined && to - from >= items.length * minPackedShare) {
      leaf.derive(form.key, () => new LeafBody(form)).append(out, leaf, { from, to, isEnd });
      return;
    }
    for (const item of items.slice(from, to)) out.push(form.bytes(item), separator);
    if (isEnd) out.pop();
  });
  return out;
}
