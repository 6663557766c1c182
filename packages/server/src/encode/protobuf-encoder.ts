import { listMessageHead, listMessageItem, sealEnvelope, sealParts } from "@svc/codec";
import type { StoredObject } from "@svc/registry";
import type { ItemForm } from "./item-form.ts";
import { encodeSlices } from "./list-body.ts";
import type { EncoderParts, FormatEncoder, MetaVersion, ServedObjects } from "./served-objects.ts";

/** Numbers of the fields of a list message. */
interface ListFields {
  readonly metadata: number;
  readonly items: number;
}

/** `PartialObjectMetadataList` of v1beta1 is numbered unlike all other lists. */
const listFields: Readonly<Record<MetaVersion, ListFields>> = {
  v1: { metadata: 1, items: 2 },
  v1beta1: { metadata: 2, items: 1 },
};

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
  const partialForm = ({ items }: ListFields, version: MetaVersion): ItemForm => ({
    key: `partial ${version} ${key}`,
    separator: "",
    bytes: (item) => listMessageItem(partialRaw(objects.metadata(item)), items),
  });
  const partialForms = {
    v1: partialForm(listFields.v1, "v1"),
    v1beta1: partialForm(listFields.v1beta1, "v1beta1"),
  };

  return {
    object: (stored, asPartial) =>
      asPartial === undefined
        ? sealEnvelope({ ...objects.type, raw: raw(stored) }, magic)
        : sealEnvelope({ ...partialType(asPartial), raw: partialRaw(objects.metadata(stored)) }, magic),
    keep: raw,
    list: (runs, metadata, asPartial) => {
      const items = encodeSlices(runs, asPartial === undefined ? form : partialForms[asPartial]);
      const type = asPartial === undefined ? objects.listType : partialListType(asPartial);
      const fields = listFields[asPartial ?? "v1"];
      const head = listMessageHead(metadata, fields.metadata);
      // Fields are written in the order of their numbers.
      const parts = fields.metadata < fields.items ? [head, ...items] : [...items, head];
      return sealParts(type, parts, magic);
    },
    bookmark: (metadata, asPartial) =>
      asPartial === undefined
        ? sealEnvelope({ ...objects.type, raw: codec.encodeMessage({ metadata }, version) }, magic)
        : sealEnvelope({ ...partialType(asPartial), raw: partialRaw(metadata) }, magic),
  };
}
