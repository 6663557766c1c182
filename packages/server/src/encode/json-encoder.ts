import type { StoredObject } from "@svc/registry";
import type { ItemForm } from "./item-form.ts";
import { encodeSlices } from "./list-body.ts";
import type { EncoderParts, FormatEncoder, MetaVersion, ServedObjects } from "./served-objects.ts";

export interface JsonEncoder extends FormatEncoder {
  /** A whole object, not copied together. */
  parts(stored: StoredObject): readonly Buffer[];
  /** A list without its items. */
  blueprint(asPartial: MetaVersion | undefined): Buffer;
}

export function createJsonEncoder({ codec, schemas }: EncoderParts, objects: ServedObjects): JsonEncoder {
  const { body, metadataJson, partialType, partialListType, version } = objects;
  const isTyped = version.semantics === "typed";
  const typeMeta = Buffer.from(`${JSON.stringify(objects.type).slice(0, -1)},`);
  const partialHeads = { v1: openMetadata(partialType("v1")), v1beta1: openMetadata(partialType("v1beta1")) };

  const parts = (stored: StoredObject): readonly Buffer[] => [typeMeta, body(stored).subarray(1)];
  const object = (stored: StoredObject, asPartial?: MetaVersion): Buffer =>
    Buffer.concat(
      asPartial === undefined ? parts(stored) : [partialHeads[asPartial], metadataJson(stored), closingBrace],
    );
  const listHead = (metadata: object, asPartial: MetaVersion | undefined): string => {
    const type = asPartial === undefined ? objects.listType : partialListType(asPartial);
    return `${JSON.stringify({ ...type, metadata }).slice(0, -1)},"items":`;
  };

  const key = `json ${objects.key}`;
  // Items of compiled-in types have no type in a list.
  const form: ItemForm = {
    key,
    separator: ",",
    bytes: isTyped ? body : (item) => object(item),
    isStoredForm: isTyped && objects.isStored,
  };
  const partialForm = (as: MetaVersion): ItemForm => ({
    key: `partial ${as} ${key}`,
    separator: ",",
    bytes: (item) => object(item, as),
  });
  const partialSchema = { schema: schemas.struct("meta/v1.PartialObjectMetadata") };

  return {
    object,
    parts,
    list: (runs, metadata, asPartial) => {
      const items = encodeSlices(runs, asPartial === undefined ? form : partialForm(asPartial));
      const head = Buffer.from(listHead(metadata, asPartial));
      if (items.length === 0 && asPartial !== undefined) return [head, brackets.none];
      return [head, brackets.open, ...items, brackets.close];
    },
    blueprint: (asPartial) => Buffer.from(`${listHead({}, asPartial)}null}\n`),
    bookmark: (metadata, asPartial) =>
      asPartial === undefined
        ? codec.encodeJson({ metadata }, version, objects.type)
        : codec.encodeJson({ metadata }, partialSchema, partialType(asPartial)),
  };
}

function openMetadata(type: object): Buffer {
  return Buffer.from(`${JSON.stringify(type).slice(0, -1)},"metadata":`);
}

const closingBrace = Buffer.from("}");
const brackets = { open: Buffer.from("["), close: Buffer.from("]}"), none: Buffer.from("null}") };
