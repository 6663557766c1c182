import type { Steps } from "@svc/base";
import type { StoredObject } from "@svc/registry";
import { itemsOf, type Slice } from "@svc/watch";
import type { Form } from "../encode/form.ts";
import type { ObjectEncoder } from "../encode/object-encoder.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import type { FormatEncoder } from "../encode/served-objects.ts";
import { TurnBytes } from "../encode/turn-bytes.ts";

interface LongList {
  readonly form: Form;
  readonly runs: readonly Slice<StoredObject>[];
}

/**
 * Encodes the objects of a long list in turns, when their format differs from the stored one: the
 * list then joins cached encodings. Undefined where there is nothing to encode.
 */
export function encodeInTurns(
  { turns }: ResponseDeps,
  encoder: ObjectEncoder,
  { form: { format }, runs }: LongList,
): Promise<void> | undefined {
  const keep = format === "protobuf" || format === "cbor" ? encoder[format].keep : undefined;
  if (keep === undefined || !TurnBytes.exceeds(itemsOf(runs))) return undefined;
  return turns.run(encodeSteps(keep, [...itemsOf(runs)]));
}

function* encodeSteps(keep: NonNullable<FormatEncoder["keep"]>, items: readonly StoredObject[]): Steps<void> {
  const turn = new TurnBytes();
  for (const item of items) {
    keep(item);
    if (turn.add(item)) yield;
  }
}
