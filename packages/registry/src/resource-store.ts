import { type ApiObject, badRequest, formatApiVersion, type GroupVersion, pathSegment, quote } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion } from "@svc/schema";
import type { Entry } from "@svc/storage";
import { createResourceCache, type Feed, type ResourceCache } from "@svc/watch";
import type { ObjectCodec } from "./object-codec.ts";
import { createParsedObjects } from "./parsed-objects.ts";
import { createSlabs } from "./slabs.ts";
import {
  bodyBound,
  CorruptValueError,
  type ObjectReader,
  type Span,
  StoredObject,
  wholeOf,
  withResourceVersion,
  writeWithResourceVersion,
} from "./stored-object.ts";

/** A value on its way to the store, and what is known of it already when it comes back by the stream of changes. */
interface Pending {
  readonly object: ApiObject;
  stored?: StoredObject;
}

/** The objects of one resource: where they are kept, how their bytes are made and read. */
export interface ResourceStore {
  readonly definition: ResourceDefinition;
  /** The version in which objects are stored and hooks see them. */
  readonly version: ResourceVersion;
  readonly cache: ResourceCache<StoredObject>;
  /** @throws {StatusError} 400 for a name that no object can have */
  keyOf(namespace: string, name: string): string;
  /** What all keys of the server begin with; ends with a slash. */
  readonly root: string;
  /** Whether there are values that are no objects. */
  hasUnreadable(): boolean;
  /**
   * The bytes to store: without a resourceVersion. @param unchanged what the object shares with the version before it
   */
  encode(object: ApiObject, unchanged?: ReadonlySet<object>): Buffer;
  /** What stands for an object that was not stored (a dry run), or is gone. @param revision 0 for none */
  unstored(object: ApiObject, value: Buffer, revision: number): StoredObject;
  /** What a commit made of a value that `encode` gave. */
  committed(key: string, value: Buffer, revision: number): StoredObject;
  read(entry: Entry): StoredObject;
  /** A copy that may be changed. */
  mutable(stored: StoredObject): ApiObject;
  sameContent(stored: StoredObject, value: Buffer): boolean;
}

interface ResourceStoreOptions {
  readonly definition: ResourceDefinition;
  readonly feed: Feed;
  readonly codec: ObjectCodec;
  readonly root: string;
  /** Room for a value to be stored. */
  readonly takeValue: (bytes: number) => Buffer;
}

/** How many parsed objects of a resource are kept at hand for those who read them again. */
const maxParsed = 512;

export function createResourceStore(options: ResourceStoreOptions): ResourceStore {
  const { definition, feed, codec, root, takeValue } = options;
  const { storage, namespaced } = definition;
  if (storage === undefined) throw new TypeError(`${definition.resource} is not stored`);
  const version = versionOf(definition, storage);
  const apiVersion = formatApiVersion(storage);
  const typeMeta = Buffer.from(
    `{"kind":${JSON.stringify(definition.kind)},"apiVersion":${JSON.stringify(apiVersion)},`,
  );
  const prefix = `${root}${storage.prefix}/`;
  const pending = new WeakMap<Uint8Array, Pending>();
  const remember = createParsedObjects(maxParsed);

  const parse = (stored: StoredObject): ApiObject => {
    const object = codec.parse(stored.body, version);
    object.kind = definition.kind;
    object.apiVersion = apiVersion;
    return object;
  };
  const fields = version.selectableFields;
  const reader: ObjectReader = {
    prefix,
    namespaced,
    objectOf: (stored) => {
      const object = parse(stored);
      remember(stored, object);
      return object;
    },
    fieldsOf: (object) => fields?.values(object) ?? {},
  };

  const slabs = createSlabs();
  const make = (key: string, span: Span, revision: number, corrupt?: string): StoredObject =>
    new StoredObject({ key, revision, reader, span, corrupt });
  /** Of a value that may be lent. */
  const makeShared = (key: string, value: Buffer, revision: number): StoredObject =>
    slabs.make(bodyBound(value.length), (room, start) => {
      const end = writeWithResourceVersion(value, { revision, start: bodyStart }, { into: room.buffer, at: start });
      return make(key, { room, start, end }, revision);
    });
  // The byte before the metadata is the comma behind the type.
  const bodyStart = typeMeta.length - 1;
  const committed = (key: string, value: Buffer, revision: number): StoredObject => {
    const hint = pending.get(value);
    if (hint?.stored !== undefined) {
      // Now both who wrote it and the stream of changes have it; the store may keep the value for long.
      pending.delete(value);
      return hint.stored;
    }
    const stored = makeShared(key, value, revision);
    if (hint !== undefined) {
      hint.stored = stored;
      hint.object.metadata.resourceVersion = String(revision);
      remember(stored, hint.object);
    }
    return stored;
  };

  /** Those that could not be read when they were read last; some of them may be gone. */
  const unreadable = new Map<string, StoredObject>();
  const read = (entry: Entry): StoredObject => noted(readAny(entry));
  const noted = (stored: StoredObject): StoredObject => {
    if (stored.corrupt !== undefined) unreadable.set(stored.key, stored);
    else if (unreadable.size > 0) unreadable.delete(stored.key);
    return stored;
  };
  const isCurrent = (bytes: Buffer): boolean =>
    bytes.length >= typeMeta.length && typeMeta.compare(bytes, 0, typeMeta.length) === 0;
  const readAny = ({ key, value, revision }: Entry): StoredObject => {
    const bytes = bufferOf(value);
    try {
      if (isCurrent(bytes)) return committed(key, bytes, revision);
      return makeShared(key, migrated(bytes), revision);
    } catch (error) {
      return make(key, wholeOf(Buffer.from(bytes)), revision, error instanceof Error ? error.message : String(error));
    }
  };
  /** A value that was stored in another version of the kind. */
  const migrated = (bytes: Buffer): Buffer => {
    const from = codec.typeOf(bytes);
    const known = definition.versions.find((v) => formatApiVersion(v) === from?.apiVersion);
    if (from === undefined || known === undefined)
      throw new CorruptValueError("the value is no object of this resource");
    const object = codec.parse(bytes, known);
    return codec.encode(known.conversion?.toStorage(object) ?? object, version, definition.kind);
  };

  const cache = createResourceCache<StoredObject>({
    feed,
    prefix,
    namespaced,
    read,
    readsCopy: true,
    packing: slabs,
    indexedFields: fields?.indexed ?? [],
  });
  return {
    definition,
    version,
    cache,
    keyOf: (namespace, name) => cache.keyOf(namespace, checkName(name)),
    root,
    hasUnreadable: () => {
      for (const [key, stored] of unreadable) if (cache.get(key) !== stored) unreadable.delete(key);
      return unreadable.size > 0;
    },
    encode: (given, unchanged) => {
      given.kind = definition.kind;
      given.apiVersion = apiVersion;
      const object = codec.asStored(given, version);
      const value = codec.encode(object, version, definition.kind, { take: takeValue, unchanged });
      pending.set(value, { object });
      return value;
    },
    unstored: (object, value, revision) => {
      const { namespace = "", name = "" } = object.metadata;
      const stored = make(
        cache.keyOf(namespace, name),
        wholeOf(withResourceVersion(value, revision, bodyStart)),
        revision,
      );
      remember(stored, object);
      return stored;
    },
    committed,
    read,
    mutable: parse,
    sameContent: (stored, value) => stored.hasSameContent(value, bodyStart),
  };
}

function versionOf(definition: ResourceDefinition, { group, version }: GroupVersion): ResourceVersion {
  const found = definition.versions.find((v) => v.group === group && v.version === version);
  if (found === undefined)
    throw new TypeError(`${definition.resource} is stored in a version that it does not have: ${group}/${version}`);
  return found;
}

function bufferOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Names come out of paths: what could lead elsewhere in one is no name. */
function checkName(name: string): string {
  const [problem] = pathSegment(name);
  if (problem !== undefined) throw badRequest(`Name parameter invalid: ${quote(name)}: ${problem}`);
  return name;
}
