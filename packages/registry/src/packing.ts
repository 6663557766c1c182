import type { Packing } from "@svc/watch";
import type { StoredObject } from "./stored-object.ts";

/** Neighbours share one buffer: a buffer of its own costs each object some four hundred bytes. */
export const packing: Packing<StoredObject> = {
  isPacked: (stored) => !stored.isAlone,
  pack(items) {
    const bytes = items.reduce((sum, { size }) => sum + size, 0);
    const buffer = Buffer.allocUnsafeSlow(bytes);
    let at = 0;
    for (const stored of items) {
      const { size } = stored;
      stored.body.copy(buffer, at);
      stored.moveTo(buffer, at);
      at += size;
    }
  },
  unpack(stored) {
    const buffer = Buffer.allocUnsafeSlow(stored.size);
    stored.body.copy(buffer);
    stored.moveTo(buffer, 0);
  },
};
