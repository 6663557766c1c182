import { type ApiObject, badRequest, formatApiVersion, pathSegment, plainError, quote } from "@svc/meta";
import { ConversionNeeded, type FeatureGates, type ResourceDefinition, type ResourceVersion } from "@svc/schema";
import type { Entry, Revision } from "@svc/storage";
import { type ChangeStream, createResourceCache, type ResourceCache } from "@svc/watch";
import { createConversionQueue } from "./conversion-queue.ts";
import type { ObjectCodec } from "./object-codec.ts";
import { createParsedObjects } from "./parsed-objects.ts";
import { createSlabAllocator } from "./slab-allocator.ts";
import { createStoredForm, type StoredForm } from "./stored-form.ts";
import {
  bodyBound,
  type ObjectReader,
  type Span,
  StoredObject,
  type Unreadable,
  wholeOf,
  withResourceVersion,
  writeWithResourceVersion,
} from "./stored-object.ts";
import { asksForConversions } from "./with-conversions.ts";

/** A value that is being written, with what is known of it when it returns in the change stream. */
interface Pending {
  readonly object: ApiObject;
  /** The definition may be replaced meanwhile. */
  readonly form: StoredForm;
  stored?: StoredObject;
}

/** The objects of one resource: their cache, encoding and decoding. */
export interface ResourceStore {
  readonly definition: ResourceDefinition;
  /** The version in which objects are stored and hooks see them. */
  readonly version: ResourceVersion;
  readonly cache: ResourceCache<StoredObject>;
  /** Ends its watches; nothing is read any more. */
  close(): void;
  /** Waits for conversions of objects stored in another version; undefined when there are none. */
  converted(): Promise<void> | undefined;
  /** @throws {StatusError} 400 for a name that no object can have */
  keyOf(namespace: string, name: string): string;
  /** The prefix of all keys of the server; ends with a slash. */
  readonly root: string;
  /** Objects of the newest state that cannot be read. */
  unreadable(): readonly StoredObject[];
  /** How often a value was read that is no object. */
  readonly unreadableReads: number;
  /**
   * The bytes to store: without a resourceVersion.
   * @param unchanged parts shared with the previous version
   */
  encode(object: ApiObject, unchanged?: ReadonlySet<object>): Buffer;
  /**
   * Represents an object that was not stored (a dry run) or is removed.
   * @param revision 0 for none
   */
  unstored(object: ApiObject, value: Buffer, revision: number): StoredObject;
  /** The stored object after a commit of a value that `encode` returned. */
  committed(key: string, value: Buffer, revision: number): StoredObject;
  read(entry: Entry): StoredObject;
  /** A copy that may be changed. */
  mutable(stored: StoredObject): ApiObject;
  sameContent(stored: StoredObject, value: Buffer): boolean;
  /**
   * Replaces the definition for the same storage. The cache, its history and watches remain; each
   * object is read anew on its next use. Returns false where that is impossible: the cache's
   * indexes depend on the old definition.
   */
  redefine(definition: ResourceDefinition): boolean;
}

interface ResourceStoreOptions {
  readonly definition: ResourceDefinition;
  readonly changeStream: ChangeStream;
  readonly codec: ObjectCodec;
  readonly gates: FeatureGates;
  readonly root: string;
  /** MemoryBlock for a value to be stored. */
  readonly takeValue: (bytes: number) => Buffer;
}

const nothing = Buffer.alloc(0);

/** How many parsed objects of a resource are kept for repeated reads. */
const maxParsed = 512;

export function createResourceStore(options: ResourceStoreOptions): ResourceStore {
  const { definition, changeStream, codec, gates, root, takeValue } = options;
  const prefix = `${root}${definition.storage?.prefix ?? ""}/`;
  const remember = createParsedObjects(maxParsed);
  /** Objects that were unreadable on their last read; some may be gone. */
  const unreadable = new Map<string, StoredObject>();
  let unreadableReads = 0;
  const onCorrupt = (stored: StoredObject, { reason, lost }: Unreadable): void => {
    const { key, revision } = stored;
    unreadableReads++;
    const known = unreadable.get(key)?.revision ?? 0;
    // An older version says nothing about the current one.
    if (known > revision) return;
    if (known < revision) {
      const message = lost ? "a stored object is damaged" : "a stored object cannot be decoded";
      changeStream.log.error(message, { key, revision, reason });
    }
    unreadable.set(key, stored);
  };
  const conversions = createConversionQueue(changeStream);
  const formOf = (of: ResourceDefinition): StoredForm =>
    createStoredForm(of, { codec, gates, prefix, remember, onCorrupt, onConversionNeeded: conversions.add });
  let form = formOf(definition);
  const pending = new WeakMap<Uint8Array, Pending>();

  const slabs = createSlabAllocator();
  /** Of a value that may be lent. */
  const makeShared = (
    key: string,
    value: Buffer,
    of: { readonly revision: number; readonly reader: ObjectReader; readonly start: number },
  ): StoredObject =>
    slabs.make(bodyBound(value.length), (block, start) => {
      const end = writeWithResourceVersion(value, of, { into: block.buffer, at: start });
      return new StoredObject({ key, revision: of.revision, reader: of.reader, span: { block, start, end } });
    });
  const alone = (key: string, span: Span, revision: number): StoredObject =>
    new StoredObject({ key, revision, reader: form.reader, span });
  /** The object of a value that `encode` returned; undefined for values of other processes. */
  const awaited = (key: string, value: Buffer, revision: number): StoredObject | undefined => {
    const hint = pending.get(value);
    if (hint === undefined) return undefined;
    if (hint.stored !== undefined) {
      // Both the writer and the change stream have it now; the store may keep the value for long.
      pending.delete(value);
      return hint.stored;
    }
    const { reader, bodyStart: start } = hint.form;
    hint.stored = makeShared(key, value, { revision, reader, start });
    hint.object.metadata.resourceVersion = String(revision);
    remember(hint.stored, hint.object);
    return hint.stored;
  };
  const stranger = (key: string, value: Buffer, revision: number): StoredObject => {
    const { foreignReader, reader, bodyStart: start } = form;
    if (form.isCurrent(value)) return makeShared(key, value, { revision, reader: foreignReader, start });
    return makeShared(key, form.migrate(value), { revision, reader, start });
  };

  const makeUnreadable = (
    { key, revision }: Pick<Entry, "key" | "revision">,
    body: Buffer,
    unreadable: Unreadable,
  ): StoredObject => {
    const stored = new StoredObject({ key, revision, reader: form.reader, span: wholeOf(body), unreadable });
    onCorrupt(stored, unreadable);
    return stored;
  };
  const read = (entry: Entry): StoredObject => {
    const { key, value, revision } = entry;
    const bytes = bufferOf(value);
    try {
      const stored = awaited(key, bytes, revision) ?? stranger(key, bytes, revision);
      if ((unreadable.get(key)?.revision ?? revision) < revision) unreadable.delete(key);
      return stored;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const stored = makeUnreadable(entry, Buffer.from(bytes), { reason, lost: false });
      if (error instanceof ConversionNeeded) conversions.add(stored, error);
      return stored;
    }
  };

  const cache = createResourceCache<StoredObject>({
    changeStream,
    prefix,
    namespaced: definition.namespaced,
    read,
    unreadable,
    readDamaged: ({ key, revision, reason }) =>
      makeUnreadable({ key, revision: revision as Revision }, nothing, { reason, lost: true }),
    copiesValues: true,
    packing: slabs,
    indexedFields: form.version.selectableFields?.indexed ?? [],
  });
  return {
    get definition() {
      return form.definition;
    },
    get version() {
      return form.version;
    },
    cache,
    converted: conversions.tried,
    close: () => {
      cache.close();
      conversions.close();
    },
    keyOf: (namespace, name) => {
      const key = cache.keyOf(namespace, checkName(name));
      if (namespace === "." || namespace === "..")
        throw plainError(`invalid key: ${quote(key.slice(root.length - 1))}`);
      return key;
    },
    root,
    unreadable: () =>
      [...unreadable.values()].filter((stored) => cache.get(stored.key) === stored && stored.corrupt !== undefined),
    get unreadableReads() {
      return unreadableReads;
    },
    encode: (given, unchanged) => {
      const { version, apiVersion } = form;
      const { kind } = form.definition;
      given.kind = kind;
      given.apiVersion = apiVersion;
      const object = codec.asStored(given, version);
      const value = codec.encode(object, version, kind, { take: takeValue, unchanged });
      pending.set(value, { object, form });
      return value;
    },
    unstored: (object, value, revision) => {
      const { namespace = "", name = "" } = object.metadata;
      const start = (pending.get(value)?.form ?? form).bodyStart;
      const span = wholeOf(withResourceVersion(value, revision, start));
      const stored = alone(cache.keyOf(namespace, name), span, revision);
      remember(stored, object);
      return stored;
    },
    committed: (key, value, revision) => awaited(key, value, revision) ?? stranger(key, value, revision),
    read,
    mutable: (stored) => form.parse(stored),
    sameContent: (stored, value) => stored.hasSameContent(value, (pending.get(value)?.form ?? form).bodyStart),
    redefine: (next) => {
      const before = form;
      form = formOf(next);
      if (isIndexed(before.version) || isIndexed(form.version)) return false;
      before.reader.successor = form.reader;
      // Objects that are unreadable or need conversion under the new definition must be known
      // before the next list.
      const isKnown = next.versions.some((v) => formatApiVersion(v) === before.apiVersion);
      if (!isKnown || (before.apiVersion !== form.apiVersion && asksForConversions(next)))
        for (const stored of cache.values()) void stored.corrupt;
      return true;
    },
  };
}

function isIndexed({ selectableFields }: ResourceVersion): boolean {
  return (selectableFields?.indexed ?? []).length > 0;
}

function bufferOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Names come from paths: one that could lead to another path is invalid. */
function checkName(name: string): string {
  const [problem] = pathSegment(name);
  if (problem !== undefined) throw badRequest(`Name parameter invalid: ${quote(name)}: ${problem}`);
  return name;
}
