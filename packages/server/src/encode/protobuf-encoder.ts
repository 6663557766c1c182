import { listMessageHead, listMessageItem, sealEnvelope, sealParts } from "@svc/codec";
import type { StoredObject } from "@svc/registry";
import type { ItemForm } from "./item-form.ts";
import { encodeSlices } from "./list-body.ts";
import type { EncoderParts, FormatEncoder, ServedObjects } from "./served-objects.ts";

/** Writes messages in their envelope. Only called for types with protobuf messages. */
export function createProtobufEncoder(
  { codec, dialect, schemas }: EncoderParts,
  objects: ServedObjects,
): FormatEncoder {
  const { protobufMagic: magic } = dialect;
  const { version, partialType, partialListType } = objects;
  const key = `protobuf ${objects.key}`;
  const partialSchema = { schema: schemas.struct("meta/v1.PartialObjectMetadata") };

  const raw = (stored: StoredObject): Buffer =>
    stored.encoding(key, () => codec.encodeMessage(objects.read(stored), version));
  const partialRaw = (metadata: object): Buffer => codec.encodeMessage({ metadata }, partialSchema);

  const form: ItemForm = { key, separator: "", bytes: (item) => listMessageItem(raw(item)) };
  const partialForm: ItemForm = {
    key: `partial ${key}`,
    separator: "",
    bytes: (item) => listMessageItem(partialRaw(objects.metadata(item))),
  };

  return {
    object: (stored, asPartial) =>
      asPartial === undefined
        ? sealEnvelope({ ...objects.type, raw: raw(stored) }, magic)
        : sealEnvelope({ ...partialType(asPartial), raw: partialRaw(objects.metadata(stored)) }, magic),
    keep: raw,
    list: (runs, metadata, asPartial) => {
      const items = encodeSlices(runs, asPartial === undefined ? form : partialForm);
      const type = asPartial === undefined ? objects.listType : partialListType(asPartial);
      return sealParts(type, [listMessageHead(metadata), ...items], magic);
    },
    bookmark: (metadata, asPartial) =>
      asPartial === undefined
        ? sealEnvelope({ ...objects.type, raw: codec.encodeMessage({ metadata }, version) }, magic)
        : sealEnvelope({ ...partialType(asPartial), raw: partialRaw(metadata) }, magic),
  };
}
