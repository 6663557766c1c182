import { arrayHead, cborPrefix, withMembers, writeCbor } from "@svc/codec";
import type { JsonValue } from "@svc/meta";
import type { StoredObject } from "@svc/registry";
import type { ItemForm } from "./item-form.ts";
import { encodeSlices } from "./list-body.ts";
import type { EncoderParts, FormatEncoder, MetaVersion, ServedObjects } from "./served-objects.ts";

/** Writes CBOR with its prefix, from JSON. */
export function createCborEncoder(
  { codec, schemas }: EncoderParts,
  objects: ServedObjects,
  json: FormatEncoder,
): FormatEncoder {
  const { version, partialListType } = objects;
  const key = `cbor ${objects.key}`;
  const isTyped = version.semantics === "typed";
  const partialSchema = { schema: schemas.struct("meta/v1.PartialObjectMetadata") };

  const untyped = (stored: StoredObject): Buffer =>
    stored.encoding(key, () => codec.cborOf(objects.body(stored), version));
  const typed = (stored: StoredObject): readonly Buffer[] => withMembers({ ...objects.type }, untyped(stored));
  const partial = (stored: StoredObject, as: MetaVersion): Buffer =>
    codec.cborOf(json.object(stored, as), partialSchema);

  // Items of compiled-in types have no type in a list.
  const form: ItemForm = { key, separator: "", bytes: isTyped ? untyped : (item) => Buffer.concat(typed(item)) };
  const partialForm = (as: MetaVersion): ItemForm => ({
    key: `partial ${as} ${key}`,
    separator: "",
    bytes: (item) => partial(item, as),
  });

  return {
    object: (stored, asPartial) =>
      Buffer.concat([cborPrefix, ...(asPartial === undefined ? typed(stored) : [partial(stored, asPartial)])]),
    keep: untyped,
    list: (runs, metadata, asPartial) => {
      const type = asPartial === undefined ? objects.listType : partialListType(asPartial);
      const items = encodeSlices(runs, asPartial === undefined ? form : partialForm(asPartial));
      const count = runs.reduce((sum, { from, to }) => sum + to - from, 0);
      const head = writeCbor({ ...type, metadata: metadata as unknown as JsonValue, items: [] });
      // The empty list at the end of the head is replaced by the items.
      const before = head.subarray(0, head.length - 1);
      const isNone = count === 0 && asPartial !== undefined;
      return [cborPrefix, before, ...(isNone ? [nothing] : [arrayHead(count), ...items])];
    },
    bookmark: (metadata, asPartial) =>
      Buffer.concat([
        cborPrefix,
        codec.cborOf(json.bookmark(metadata, asPartial), asPartial === undefined ? version : partialSchema),
      ]),
  };
}

const nothing = writeCbor(null);

/** One event of a watch, with a prefix of its own. @param object with its prefix */
export function cborFrame(type: string, object: Buffer): Buffer {
  const head = writeCbor({ type, object: null });
  return Buffer.concat([cborPrefix, head.subarray(0, head.length - 1), object]);
}
