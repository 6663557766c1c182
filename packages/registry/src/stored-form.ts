import { type ApiObject, formatApiVersion, type GroupVersion } from "@svc/meta";
import { ConversionNeeded, type FeatureGates, type ResourceDefinition, type ResourceVersion } from "@svc/schema";
import type { ObjectCodec } from "./object-codec.ts";
import {
  CorruptValueError,
  type ObjectReader,
  type Renewed,
  type StoredObject,
  type Unreadable,
  withResourceVersion,
} from "./stored-object.ts";

/** Encodes and decodes the stored objects of a resource under one definition. */
export interface StoredForm {
  readonly definition: ResourceDefinition;
  /** The version in which objects are stored. */
  readonly version: ResourceVersion;
  readonly apiVersion: string;
  /** The prefix of values. */
  readonly typeMeta: Buffer;
  /** The offset of bodies in values: the comma after the type, which becomes the opening brace. */
  readonly bodyStart: number;
  /** Reads objects that were written under this definition. */
  readonly reader: ObjectReader;
  /**
   * Reads objects that may have been written under another definition: values of other processes.
   */
  readonly foreignReader: ObjectReader;
  /** A copy that may be changed. */
  parse(stored: StoredObject): ApiObject;
  isCurrent(value: Buffer): boolean;
  /**
   * Converts a value of another version of the kind to this version, whose defaults the next write
   * sets, as in kube-apiserver. @throws {CorruptValueError}
   */
  migrate(value: Buffer): Buffer;
}

interface FormOptions {
  readonly codec: ObjectCodec;
  readonly gates: FeatureGates;
  /** The prefix of keys. */
  readonly prefix: string;
  /** Keeps a parsed object at hand. */
  readonly remember: (stored: StoredObject, object: ApiObject) => void;
  /** Called for an object that turns out to be unreadable on a repeated read. */
  readonly onCorrupt: (stored: StoredObject, unreadable: Unreadable) => void;
  /** Called for an object whose conversion needs a webhook. */
  readonly onConversionNeeded: (stored: StoredObject, needed: ConversionNeeded) => void;
}

/** @throws {TypeError} for a definition that is stored in a version that it does not have */
export function createStoredForm(definition: ResourceDefinition, options: FormOptions): StoredForm {
  const { codec, gates, prefix, remember, onCorrupt, onConversionNeeded } = options;
  const { storage, kind, namespaced, versions } = definition;
  if (storage === undefined) throw new TypeError(`${definition.resource} is not stored`);
  const version = versionOf(definition, storage);
  const apiVersion = formatApiVersion(storage);
  const typeMeta = typeMetaOf(kind, apiVersion);
  const bodyStart = typeMeta.length - 1;
  const fields = version.selectableFields;

  const parse = (stored: StoredObject): ApiObject => typed(codec.parse(stored.body, version));
  const typed = (object: ApiObject): ApiObject => {
    object.kind = kind;
    object.apiVersion = apiVersion;
    return object;
  };
  /** JSON of one of the versions, with or without its type, as a value of this definition. */
  const reread = (bytes: Buffer, from: string | undefined): Buffer => {
    const source = versions.find((v) => formatApiVersion(v) === from);
    if (source === undefined) throw new CorruptValueError("the value is no object of this resource");
    const object = codec.reread(bytes, source);
    object.kind = kind;
    object.apiVersion = formatApiVersion(source);
    source.applyDefaults?.(object, gates);
    const converted = typed(source.conversion?.toStorage(object) ?? object);
    if (source !== version) version.dropForeign?.(converted);
    return codec.encode(converted, version, { kind });
  };
  const renew = (stored: StoredObject, from: ObjectReader): Renewed => {
    const { corrupt, body, revision } = stored;
    try {
      const value = reread(body, corrupt === undefined ? from.apiVersion : codec.typeOf(body)?.apiVersion);
      const renewed = withResourceVersion(value, revision, bodyStart);
      return renewed.equals(body) ? {} : { body: renewed };
    } catch (error) {
      if (error instanceof ConversionNeeded) onConversionNeeded(stored, error);
      const why = error instanceof Error ? error.message : String(error);
      onCorrupt(stored, { reason: why, lost: false });
      // With its type, like other unreadable values: a later definition may support it again.
      return corrupt === undefined
        ? { corrupt: why, body: withType(body, typeMetaOf(kind, from.apiVersion)) }
        : { corrupt: why };
    }
  };
  const reader: ObjectReader = {
    prefix,
    namespaced,
    apiVersion,
    objectOf: (stored) => {
      const object = typed(codec.parseShared(stored.key, stored.body, version));
      remember(stored, object);
      return object;
    },
    fieldsOf: (object) => fields?.values(object) ?? {},
    renew,
  };
  return {
    definition,
    version,
    apiVersion,
    typeMeta,
    bodyStart,
    reader,
    // Compiled-in types never change at run time; user-defined ones may have changed since.
    foreignReader: version.semantics === "structural" ? { ...reader, successor: reader } : reader,
    parse,
    isCurrent: (value) => value.length >= typeMeta.length && typeMeta.compare(value, 0, typeMeta.length) === 0,
    migrate: (value) => reread(value, codec.typeOf(value)?.apiVersion),
  };
}

function typeMetaOf(kind: string, apiVersion: string): Buffer {
  return Buffer.from(`{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`);
}

/** A body with its type before it. */
function withType(body: Buffer, typeMeta: Buffer): Buffer {
  return Buffer.concat([typeMeta, body.subarray(1)]);
}

function versionOf(definition: ResourceDefinition, { group, version }: GroupVersion): ResourceVersion {
  const found = definition.versions.find((v) => v.group === group && v.version === version);
  if (found === undefined)
    throw new TypeError(`${definition.resource} is stored in a version that it does not have: ${group}/${version}`);
  return found;
}
