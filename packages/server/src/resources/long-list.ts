import type { Steps } from "@svc/base";
import type { StoredObject } from "@svc/registry";
import { itemsOf, type Slice } from "@svc/watch";
import type { Form } from "../encode/form.ts";
import type { ObjectEncoder } from "../encode/object-encoder.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import type { FormatEncoder } from "../encode/served-objects.ts";

/** Objects that are encoded in one turn of the event loop: some milliseconds of work. */
export const objectsPerTurn = 500;

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
  if (keep === undefined || runs.reduce((count, { from, to }) => count + to - from, 0) <= objectsPerTurn)
    return undefined;
  return turns.run(encodeSteps(keep, [...itemsOf(runs)]));
}

function* encodeSteps(keep: NonNullable<FormatEncoder["keep"]>, items: readonly StoredObject[]): Steps<void> {
  for (let from = 0; from < items.length; from += objectsPerTurn) {
    for (const item of items.slice(from, from + objectsPerTurn)) keep(item);
    yield;
  }
}
