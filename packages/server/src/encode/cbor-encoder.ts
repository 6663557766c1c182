import type { Schemas } from "@svc/api";
import { arrayHead, type Codec, cborPrefix, withMembers, writeCbor } from "@svc/codec";
import { type Dialect, formatApiVersion, type JsonValue, type ListMeta } from "@svc/meta";
import type { StoredObject } from "@svc/registry";
import type { Run } from "@svc/watch";
import { encodeRuns, type ItemForm } from "./list-body.ts";
import type { MetaVersion, ObjectEncoder, Served } from "./object-encoder.ts";

/** Writes objects of one resource version as CBOR, from their JSON. What is stored in that version is made once, and kept with it. */
export interface CborEncoder {
  object(stored: StoredObject): Buffer;
  partial(stored: StoredObject, as: MetaVersion): Buffer;
  list(runs: readonly Run<StoredObject>[], metadata: ListMeta, asPartial: MetaVersion | undefined): readonly Buffer[];
}

export interface CborEncoderParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
  /** The JSON of an object without its type. */
  readonly body: (stored: StoredObject) => Buffer;
  readonly partialJson: ObjectEncoder["partial"];
}

export function createCborEncoder(
  { codec, dialect, schemas, body, partialJson }: CborEncoderParts,
  { definition, version }: Served,
): CborEncoder {
  const kind = version.kind ?? definition.kind;
  const apiVersion = formatApiVersion(version);
  const metaGroup = dialect.expand("meta.{api}");
  const key = `cbor ${apiVersion} ${kind}`;
  const isTyped = version.semantics === "typed";
  const partialType = { schema: schemas.struct("meta/v1.PartialObjectMetadata") };

  const untyped = (stored: StoredObject): Buffer => stored.encoding(key, () => codec.cborOf(body(stored), version));
  const typed = (stored: StoredObject): readonly Buffer[] => withMembers({ kind, apiVersion }, untyped(stored));
  const partialItem = (stored: StoredObject, as: MetaVersion): Buffer =>
    codec.cborOf(partialJson(stored, as), partialType);

  // Of compiled-in types the list says what its items are.
  const form: ItemForm = {
    key,
    separator: "",
    bytes: isTyped ? untyped : (item) => Buffer.concat(typed(item)),
  };
  const partialForm = (as: MetaVersion): ItemForm => ({
    key: `partial ${as} ${key}`,
    separator: "",
    bytes: (item) => partialItem(item, as),
  });

  return {
    object: (stored) => Buffer.concat([cborPrefix, ...typed(stored)]),
    partial: (stored, as) => Buffer.concat([cborPrefix, partialItem(stored, as)]),
    list: (runs, metadata, asPartial) => {
      const type =
        asPartial === undefined
          ? { kind: definition.listKind, apiVersion }
          : { kind: "PartialObjectMetadataList", apiVersion: `${metaGroup}/${asPartial}` };
      const items = encodeRuns(runs, asPartial === undefined ? form : partialForm(asPartial));
      const count = runs.reduce((sum, { from, to }) => sum + to - from, 0);
      const head = writeCbor({ ...type, metadata: metadata as unknown as JsonValue, items: [] });
      // The empty list that the head ends with gives way to the one that there is.
      const before = head.subarray(0, head.length - 1);
      return [
        cborPrefix,
        before,
        ...(count === 0 && asPartial !== undefined ? [nothing] : [arrayHead(count), ...items]),
      ];
    },
  };
}

const nothing = writeCbor(null);

/** One event of a watch. @param object with its prefix */
export function cborFrame(type: string, object: Buffer): Buffer {
  const head = writeCbor({ type, object: null });
  return Buffer.concat([head.subarray(0, head.length - 1), object]);
}
