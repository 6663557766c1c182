import type { Codec } from "@svc/codec";
import { type ApiObject, copyJson, type Dialect, formatApiVersion, type ListMeta, type ObjectMeta } from "@svc/meta";
import type { StoredObject } from "@svc/registry";
import type { ResourceDefinition, ResourceVersion, Schemas } from "@svc/schema";
import type { Slice } from "@svc/watch";

/** A resource as one group version serves it. */
export interface Served {
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
}

/** Versions of the API's own types that clients can request. */
export type MetaVersion = "v1" | "v1beta1";

export interface EncoderParts {
  readonly codec: Codec;
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/**
 * Writes objects of one resource version in one format. Encodings of stored bytes are computed once
 * per object version, and cached with it. With `asPartial` only the metadata, as
 * PartialObjectMetadata of that version.
 */
export interface FormatEncoder {
  object(stored: StoredObject, asPartial?: MetaVersion): Buffer;
  /**
   * Computes the cached encoding of an object ahead of a list; absent where the stored bytes are
   * sent.
   */
  readonly keep?: (stored: StoredObject) => void;
  list(runs: readonly Slice<StoredObject>[], metadata: ListMeta, asPartial?: MetaVersion): readonly Buffer[];
  /** An object of nothing but some metadata. */
  bookmark(metadata: object, asPartial?: MetaVersion): Buffer;
}

/** The objects of one resource version, with the names of their types. */
export interface ServedObjects extends Served {
  readonly type: TypeMeta;
  readonly listType: TypeMeta;
  partialType(as: MetaVersion): TypeMeta;
  partialListType(as: MetaVersion): TypeMeta;
  /** The version's key among an object's cached encodings. */
  readonly key: string;
  /** True if the JSON of an object, without its type, equals the stored bytes. */
  readonly isStored: boolean;
  /** The object in this version; shared, not to be changed. */
  read(stored: StoredObject): ApiObject;
  /** The object's JSON without its type. */
  body(stored: StoredObject): Buffer;
  /**
   * Waits for conversions of objects to this version, in one batch; undefined where there are none.
   */
  prepare(stored: readonly StoredObject[]): Promise<void> | undefined;
  /**
   * As stored, or as a webhook converts it; annotations that represent fields of a version are not
   * metadata.
   */
  metadata(stored: StoredObject): ObjectMeta;
  metadataJson(stored: StoredObject): Buffer;
}

interface TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
}

/**
 * @param serial distinguishes encoders: an encoder's cached values are useless for the next one
 * with another definition
 */
export function servedObjects(
  { codec, dialect }: EncoderParts,
  { definition, version, serial }: Served & { readonly serial: number },
): ServedObjects {
  const { storage } = definition;
  const kind = version.kind ?? definition.kind;
  const apiVersion = formatApiVersion(version);
  const isStored = storage?.group === version.group && storage.version === version.version;
  const metaGroup = dialect.expand("meta.{api}");
  const key = `${apiVersion} ${kind} ${serial}`;
  const hidden = version.fieldAnnotations === undefined ? undefined : withoutAnnotations(version.fieldAnnotations);

  const bodyKey = `json ${key}`;
  const encode = ({ kind: _k, apiVersion: _a, ...object }: ApiObject): Buffer => codec.encodeJson(object, version, {});
  const fromStorageAll = version.conversion?.fromStorageAll;
  const read = (stored: StoredObject): ApiObject => {
    if (version.conversion === undefined) return stored.object;
    if (fromStorageAll !== undefined && stored.hasEncoding(bodyKey))
      return { ...codec.decodeStored(body(stored), version), kind, apiVersion };
    return version.conversion.fromStorage(copyJson(stored.object));
  };
  const body = (stored: StoredObject): Buffer =>
    isStored ? stored.body : stored.encoding(bodyKey, () => encode(read(stored)));
  const prepare = (objects: readonly StoredObject[]): Promise<void> | undefined => {
    if (fromStorageAll === undefined) return undefined;
    const missing = objects.filter((stored) => stored.corrupt === undefined && !stored.hasEncoding(bodyKey));
    if (missing.length === 0) return undefined;
    // The result of a dry run is the only object of its response.
    const isUnstored = missing.some((stored) => stored.isUnstored);
    return fromStorageAll(
      missing.map(({ object }) => object),
      { isUnstored },
    ).then((converted) => {
      for (const [i, object] of converted.entries()) missing[i]?.encoding(bodyKey, () => encode(object));
    });
  };

  return {
    definition,
    version,
    type: { kind, apiVersion },
    listType: { kind: definition.listKind, apiVersion },
    partialType: (as) => ({ kind: "PartialObjectMetadata", apiVersion: `${metaGroup}/${as}` }),
    partialListType: (as) => ({ kind: "PartialObjectMetadataList", apiVersion: `${metaGroup}/${as}` }),
    key,
    isStored,
    read,
    body,
    prepare,
    metadata: (stored) => {
      const { metadata } = fromStorageAll === undefined ? stored.object : read(stored);
      return hidden === undefined ? metadata : hidden(metadata);
    },
    metadataJson: (stored) => {
      const bytes = fromStorageAll === undefined ? stored.body : body(stored);
      const metadata = bytes.subarray(metadataStart, endOfObject(bytes, metadataStart));
      return hidden === undefined ? metadata : Buffer.from(JSON.stringify(hidden(JSON.parse(metadata.toString()))));
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
