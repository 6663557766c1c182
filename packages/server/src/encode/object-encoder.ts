import type { Schemas } from "@svc/api";
import { type Codec, listMessageHead, listMessageItem, sealEnvelope, sealParts } from "@svc/codec";
import { type ApiObject, copyJson, type Dialect, formatApiVersion, type ListMeta, type ObjectMeta } from "@svc/meta";
import type { StoredObject } from "@svc/registry";
import type { ResourceDefinition, ResourceVersion, TableDefinition } from "@svc/schema";
import type { Run } from "@svc/watch";
import { type CborEncoder, createCborEncoder } from "./cbor-encoder.ts";
import type { As, Form } from "./form.ts";
import { encodeRuns, type ItemForm } from "./list-body.ts";
import { columnsJson, defaultTable, type IncludeObject, tableHead, tableRow } from "./table.ts";

/** A resource as one group version serves it. */
export interface Served {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
}

/**
 * Writes objects of one resource version. JSON in the version that is stored is the stored bytes; anything else is made once
 * an object version, and kept with it.
 */
export interface ObjectEncoder {
  /** JSON of one object, with kind and apiVersion. */
  object(stored: StoredObject): Buffer;
  /** The same, not copied together. */
  objectParts(stored: StoredObject): readonly Buffer[];
  /** JSON of the items of a list, one behind another. */
  items(runs: readonly Run<StoredObject>[]): Buffer[];
  /** The same as partial objects. */
  partialItems(runs: readonly Run<StoredObject>[], as: MetaVersion): Buffer[];
  partial(stored: StoredObject, as?: MetaVersion): Buffer;
  /** A list's beginning, up to the bracket that opens its items. */
  listHead(metadata: ListMeta): Buffer;
  partialListHead(metadata: ListMeta, as: MetaVersion): Buffer;
  table(items: Iterable<StoredObject>, options: TableOptions): Buffer;
  /** The columns' JSON, without which later tables of a watch do. */
  row(stored: StoredObject, include: IncludeObject, nowMs: number, as: MetaVersion): Buffer;
  readonly tableDefinition: TableDefinition;
  /** The object as a message with its envelope; of types that have one. */
  message(stored: StoredObject): Buffer;
  partialMessage(stored: StoredObject, as?: MetaVersion): Buffer;
  /** A list as a message with its envelope. */
  listMessage(
    runs: readonly Run<StoredObject>[],
    metadata: ListMeta,
    asPartial: MetaVersion | undefined,
  ): readonly Buffer[];
  readonly cbor: CborEncoder;
  /** The object in the endpoint's version; shared, not to be changed. */
  read(stored: StoredObject): ApiObject;
}

export interface EncoderParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

export interface TableOptions {
  readonly version: "v1" | "v1beta1";
  readonly metadata: ListMeta;
  readonly include: IncludeObject;
  readonly nowMs: number;
  /** @default true */
  readonly withColumns?: boolean;
}

export function createObjectEncoder(
  { codec, dialect, schemas }: EncoderParts,
  { definition, version }: Served,
): ObjectEncoder {
  const { storage } = definition;
  const kind = version.kind ?? definition.kind;
  const apiVersion = formatApiVersion(version);
  const typed = version.semantics === "typed";
  const isStored = storage?.group === version.group && storage.version === version.version;
  const metaGroup = dialect.expand("meta.{api}");
  const typeMeta = Buffer.from(`{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`);
  const partialHeads = { v1: partialHead(metaGroup, "v1"), v1beta1: partialHead(metaGroup, "v1beta1") };
  const table = version.table ?? defaultTable;
  const columns = columnsJson(table.columns);
  const itemKey = `json ${apiVersion} ${kind}`;

  const hidden = version.fieldAnnotations === undefined ? undefined : withoutAnnotations(version.fieldAnnotations);

  const read = (stored: StoredObject): ApiObject =>
    version.conversion === undefined ? stored.object : version.conversion.fromStorage(copyJson(stored.object));

  /** The object's JSON without its type. */
  const body = (stored: StoredObject): Buffer =>
    isStored
      ? stored.body
      : stored.encoding(itemKey, () => {
          const { kind: _k, apiVersion: _a, ...object } = read(stored);
          return codec.encodeJson(object, version, {});
        });

  const objectParts = (stored: StoredObject): readonly Buffer[] => [typeMeta, body(stored).subarray(1)];
  const object = (stored: StoredObject): Buffer => Buffer.concat(objectParts(stored));

  const partial = (stored: StoredObject, as: MetaVersion = "v1"): Buffer =>
    Buffer.concat([partialHeads[as], metadataOf(stored), closingBrace]);

  /** As it is stored: what a version writes into metadata stands for what is not metadata. */
  const metadataOf = (stored: StoredObject): Buffer => {
    const { body: bytes } = stored;
    const metadata = bytes.subarray(metadataStart, endOfObject(bytes, metadataStart));
    return hidden === undefined ? metadata : Buffer.from(JSON.stringify(hidden(JSON.parse(metadata.toString()))));
  };

  const form: ItemForm = {
    key: itemKey,
    separator: ",",
    bytes: typed ? body : object,
    isStoredForm: typed && isStored,
  };
  const partialForm = (as: MetaVersion): ItemForm => ({
    key: `partial ${as} ${itemKey}`,
    separator: ",",
    bytes: (item) => partial(item, as),
  });

  const row = (stored: StoredObject, include: IncludeObject, nowMs: number, as: MetaVersion): Buffer => {
    const shown = include === "None" ? "null" : include === "Metadata" ? partial(stored, as) : object(stored);
    return tableRow(table.cells(stored.object, nowMs), table.conditions?.(stored.object), shown);
  };

  const { protobufMagic: magic } = dialect;
  const raw = (stored: StoredObject): Buffer =>
    stored.encoding(`protobuf ${itemKey}`, () => codec.encodeMessage(read(stored), version));
  const partialRaw = (stored: StoredObject): Buffer =>
    codec.encodeMessage(
      { metadata: hidden === undefined ? stored.object.metadata : hidden(stored.object.metadata) },
      { schema: schemas.struct("meta/v1.PartialObjectMetadata") },
    );
  const messageForm: ItemForm = {
    key: `protobuf ${itemKey}`,
    separator: "",
    bytes: (item) => listMessageItem(raw(item)),
  };
  const partialMessageForm: ItemForm = {
    key: `protobuf partial ${itemKey}`,
    separator: "",
    bytes: (item) => listMessageItem(partialRaw(item)),
  };

  return {
    object,
    objectParts,
    partial,
    message: (stored) => sealEnvelope({ apiVersion, kind, raw: raw(stored) }, magic),
    partialMessage: (stored, as = "v1") =>
      sealEnvelope({ apiVersion: `${metaGroup}/${as}`, kind: "PartialObjectMetadata", raw: partialRaw(stored) }, magic),
    listMessage: (runs, metadata, asPartial) => {
      const items = encodeRuns(runs, asPartial === undefined ? messageForm : partialMessageForm);
      const type =
        asPartial !== undefined
          ? { apiVersion: `${metaGroup}/${asPartial}`, kind: "PartialObjectMetadataList" }
          : { apiVersion, kind: definition.listKind };
      return sealParts(type, [listMessageHead(metadata), ...items], magic);
    },
    cbor: createCborEncoder({ codec, dialect, schemas, body, partialJson: partial }, { definition, version }),
    read,
    row,
    tableDefinition: table,
    items: (runs) => encodeRuns(runs, form),
    partialItems: (runs, as) => encodeRuns(runs, partialForm(as)),
    listHead: (metadata) =>
      Buffer.from(
        `{"kind":${JSON.stringify(definition.listKind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":`,
      ),
    partialListHead: (metadata, as) =>
      Buffer.from(
        `{"kind":"PartialObjectMetadataList","apiVersion":"${metaGroup}/${as}","metadata":${JSON.stringify(metadata)},"items":`,
      ),
    table: (items, { version: tableVersion, metadata, include, nowMs, withColumns = true }) => {
      const rows: Buffer[] = [];
      const { order } = table;
      const ordered = order === undefined ? items : [...items].sort((a, b) => order(a.object, b.object));
      for (const item of ordered) {
        if (rows.length > 0) rows.push(comma);
        rows.push(row(item, include, nowMs, tableVersion));
      }
      const head = tableHead(tableVersion, metaGroup, metadata, withColumns ? columns : "null");
      return Buffer.concat([Buffer.from(`${head}[`), ...rows, Buffer.from("]}")]);
    },
  };
}

function withoutAnnotations(hidden: readonly string[]): (metadata: ObjectMeta) => ObjectMeta {
  return (metadata) => {
    const shown = Object.entries(metadata.annotations ?? {}).filter(([key]) => !hidden.includes(key));
    const rest = { ...metadata };
    if (shown.length === 0) delete rest.annotations;
    else rest.annotations = Object.fromEntries(shown);
    return rest;
  };
}

/** Versions of the API's own types that clients can ask for. */
export type MetaVersion = "v1" | "v1beta1";

function partialHead(metaGroup: string, version: MetaVersion): Buffer {
  return Buffer.from(`{"kind":"PartialObjectMetadata","apiVersion":"${metaGroup}/${version}","metadata":`);
}

const comma = Buffer.from(",");
const closingBrace = Buffer.from("}");
/** Bodies begin with their metadata. */
const metadataStart = '{"metadata":'.length;

/** Behind the brace that closes the object that begins here. */
function endOfObject(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const c = bytes[at];
    if (c === 0x22) {
      for (at++; bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) at++;
    } else if (c === 0x7b) depth++;
    else if (c === 0x7d && --depth === 0) return at + 1;
  }
  throw new TypeError("an object without an end");
}

const brackets = { open: Buffer.from("["), close: Buffer.from("]}"), none: Buffer.from("null}") };

/** A whole list. */
export function listJson(
  encoder: ObjectEncoder,
  runs: readonly Run<StoredObject>[],
  metadata: ListMeta,
  as: As,
): readonly Buffer[] {
  const partial = as.kind === "partial";
  const items = partial ? encoder.partialItems(runs, as.version) : encoder.items(runs);
  const head = partial ? encoder.partialListHead(metadata, as.version) : encoder.listHead(metadata);
  if (items.length === 0 && partial) return [head, brackets.none];
  return [head, brackets.open, ...items, brackets.close];
}

/** One object as it was asked for. */
export function objectJson(
  encoder: ObjectEncoder,
  stored: StoredObject,
  form: Form,
  include: IncludeObject,
  nowMs: number,
): Buffer | readonly Buffer[] {
  const { as } = form;
  if (as.kind === "object") return encoder.objectParts(stored);
  if (as.kind === "partial") return encoder.partial(stored, as.version);
  const { resourceVersion } = stored.object.metadata;
  return encoder.table([stored], {
    version: as.version,
    metadata: resourceVersion === undefined ? {} : { resourceVersion },
    include,
    nowMs,
  });
}
