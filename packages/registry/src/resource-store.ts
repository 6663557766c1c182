import type { Turns } from "@svc/base";
import { type ApiObject, badRequest, formatApiVersion, pathSegment, plainError, quote } from "@svc/meta";
import { ConversionNeeded, type FeatureGates, type ResourceDefinition, type ResourceVersion } from "@svc/schema";
import type { Entry, Revision } from "@svc/storage";
import { type ChangeStream, createResourceCache, type ResourceCache } from "@svc/watch";
import { type ConversionQueue, createConversionQueue } from "./conversion-queue.ts";
import type { ObjectCodec } from "./object-codec.ts";
import { createParsedObjects } from "./parsed-objects.ts";
import { createSlabAllocator } from "./slab-allocator.ts";
import { createStoredForm, type StoredForm } from "./stored-form.ts";
import {
  bodyBound,
  type ObjectReader,
  StoredObject,
  type Unreadable,
  wholeOf,
  withResourceVersion,
  writeWithResourceVersion,
} from "./stored-object.ts";
import { UnreadableObjects } from "./unreadable-objects.ts";
import { hasWebhookConversion } from "./with-conversions.ts";

/** A value that is being written, with the data that its change event needs. */
interface Pending {
  readonly object: ApiObject;
  /** The definition may be replaced in the meantime. */
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
  /** The number of reads of values that are not decodable objects. */
  readonly unreadableReads: number;
  /**
   * The bytes to store: without a resourceVersion.
   * @param unchanged parts shared with the previous version
   */
  encode(object: ApiObject, unchanged?: ReadonlySet<object>): Buffer;
  /**
   * Represents an object that was not stored (a dry run) or is removed.
   * @param version its revision, or the text that a client sent; 0 and the empty text for none
   */
  unstored(object: ApiObject, value: Buffer, version: number | string): StoredObject;
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
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Allocates memory for a value to be stored. */
  readonly takeValue: (bytes: number) => Buffer;
  /** See `ResourceCacheOptions`. */
  readonly onWaited: (ms: number) => void;
  /** See `ResourceCacheOptions`. */
  readonly turns: Turns;
}

const nothing = Buffer.alloc(0);

/**
 * The parsed objects of a resource that are cached for repeated reads. More of them would outlive
 * the young generation of the heap when many objects are created: each would be copied twice.
 */
const parsedLimits = { maxObjects: 128, maxBytes: 4 * 1024 * 1024 };

/** Opens the store of a resource, and starts to fill its cache. */
export function createResourceStore(options: ResourceStoreOptions): ResourceStore {
  return new CachedStore(options);
}

class CachedStore implements ResourceStore {
  readonly cache: ResourceCache<StoredObject>;
  readonly root: string;
  readonly #codec: ObjectCodec;
  readonly #takeValue: (bytes: number) => Buffer;
  readonly #formOf: (definition: ResourceDefinition) => StoredForm;
  readonly #remember = createParsedObjects(parsedLimits);
  readonly #unreadable: UnreadableObjects;
  readonly #conversions: ConversionQueue;
  readonly #slabs = createSlabAllocator();
  readonly #pending = new WeakMap<Uint8Array, Pending>();
  #form: StoredForm;

  constructor(options: ResourceStoreOptions) {
    const { definition, changeStream, codec, gates, root, random, takeValue, onWaited, turns } = options;
    const prefix = `${root}${definition.storage?.prefix ?? ""}/`;
    this.root = root;
    this.#codec = codec;
    this.#takeValue = takeValue;
    this.#unreadable = new UnreadableObjects(changeStream.log);
    this.#conversions = createConversionQueue({
      clock: changeStream.clock,
      log: changeStream.log,
      random,
      isReplaced: (stored) => this.cache.ready() === undefined && this.cache.get(stored.key) !== stored,
    });
    const formOf = (of: ResourceDefinition): StoredForm =>
      createStoredForm(of, {
        codec,
        gates,
        prefix,
        remember: this.#remember,
        onCorrupt: (stored, unreadable) => this.#unreadable.add(stored, unreadable),
        onConversionNeeded: this.#conversions.add,
      });
    this.#formOf = formOf;
    this.#form = formOf(definition);
    this.cache = createResourceCache<StoredObject>({
      changeStream,
      prefix,
      namespaced: definition.namespaced,
      read: (entry) => this.read(entry),
      unreadable: this.#unreadable.byKey,
      readDamaged: ({ key, revision, reason }) =>
        this.#makeUnreadable({ key, revision: revision as Revision }, nothing, { reason, lost: true }),
      copiesValues: true,
      packing: this.#slabs,
      onWaited,
      turns,
      indexedFields: this.#form.version.selectableFields?.indexed ?? [],
    });
  }

  get definition(): ResourceDefinition {
    return this.#form.definition;
  }

  get version(): ResourceVersion {
    return this.#form.version;
  }

  get unreadableReads(): number {
    return this.#unreadable.reads;
  }

  close(): void {
    this.cache.close();
    this.#conversions.close();
  }

  converted(): Promise<void> | undefined {
    return this.#conversions.tried();
  }

  keyOf(namespace: string, name: string): string {
    const key = this.cache.keyOf(namespace, checkPathName(name));
    if (namespace === "." || namespace === "..")
      throw plainError(`invalid key: ${quote(key.slice(this.root.length - 1))}`);
    return key;
  }

  unreadable(): readonly StoredObject[] {
    return [...this.#unreadable.byKey.values()].filter(
      (stored) => this.cache.get(stored.key) === stored && stored.corrupt !== undefined,
    );
  }

  encode(source: ApiObject, unchanged?: ReadonlySet<object>): Buffer {
    const form = this.#form;
    const { version, apiVersion } = form;
    const { kind } = form.definition;
    source.kind = kind;
    source.apiVersion = apiVersion;
    const object = this.#codec.asStored(source, version);
    const value = this.#codec.encode(object, version, { kind, take: this.#takeValue, unchanged });
    this.#pending.set(value, { object, form });
    return value;
  }

  unstored(object: ApiObject, value: Buffer, version: number | string): StoredObject {
    const { namespace = "", name = "" } = object.metadata;
    const span = wholeOf(withResourceVersion(value, version, this.#formFor(value).bodyStart));
    const key = this.cache.keyOf(namespace, name);
    const revision = typeof version === "number" ? version : 0;
    const stored = new StoredObject({ key, revision, reader: { ...this.#form.reader, isUnstored: true }, span });
    // For the response alone: nothing else will read it.
    stored.remember(object);
    return stored;
  }

  committed(key: string, value: Buffer, revision: number): StoredObject {
    return this.#awaited(key, value, revision) ?? this.#foreign(key, value, revision);
  }

  read(entry: Entry): StoredObject {
    const { key, value, revision } = entry;
    const bytes = bufferOf(value);
    try {
      const stored = this.committed(key, bytes, revision);
      this.#unreadable.readLater(key, revision);
      return stored;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const stored = this.#makeUnreadable(entry, Buffer.from(bytes), { reason, lost: false });
      if (error instanceof ConversionNeeded) this.#conversions.add(stored, error);
      return stored;
    }
  }

  mutable(stored: StoredObject): ApiObject {
    return this.#form.parse(stored);
  }

  sameContent(stored: StoredObject, value: Buffer): boolean {
    return stored.hasSameContent(value, this.#formFor(value).bodyStart);
  }

  redefine(next: ResourceDefinition): boolean {
    const before = this.#form;
    const form = this.#formOf(next);
    this.#form = form;
    if (isIndexed(before.version) || isIndexed(form.version)) return false;
    before.reader.successor = form.reader;
    this.cache.redefined();
    // Objects that are unreadable or need conversion under the new definition must be known
    // before the next list.
    const isKnown = next.versions.some((v) => formatApiVersion(v) === before.apiVersion);
    if (!isKnown || (before.apiVersion !== form.apiVersion && hasWebhookConversion(next)))
      for (const stored of this.cache.values()) void stored.corrupt;
    return true;
  }

  /** The form in which a value was encoded; the definition may have been replaced since. */
  #formFor(value: Buffer): StoredForm {
    return this.#pending.get(value)?.form ?? this.#form;
  }

  /** The object of a value that `encode` returned; undefined for values of other processes. */
  #awaited(key: string, value: Buffer, revision: number): StoredObject | undefined {
    const hint = this.#pending.get(value);
    if (hint === undefined) return undefined;
    if (hint.stored !== undefined) {
      // Both the writer and the change stream have it now; the store may keep the value for long.
      this.#pending.delete(value);
      return hint.stored;
    }
    const { reader, bodyStart: start } = hint.form;
    hint.stored = this.#makeShared(key, value, { revision, reader, start });
    hint.object.metadata.resourceVersion = String(revision);
    this.#remember(hint.stored, hint.object);
    return hint.stored;
  }

  /** The object of a value that another process wrote. */
  #foreign(key: string, value: Buffer, revision: number): StoredObject {
    const form = this.#form;
    const { foreignReader, reader, bodyStart: start } = form;
    if (form.isCurrent(value)) return this.#makeShared(key, value, { revision, reader: foreignReader, start });
    return this.#makeShared(key, form.migrate(value), { revision, reader, start });
  }

  /** Copies a value, which may be lent, to shared memory. */
  #makeShared(
    key: string,
    value: Buffer,
    of: { readonly revision: number; readonly reader: ObjectReader; readonly start: number },
  ): StoredObject {
    return this.#slabs.make(bodyBound(value.length), (block, start) => {
      const end = writeWithResourceVersion(value, of, { into: block.buffer, at: start });
      return new StoredObject({ key, revision: of.revision, reader: of.reader, span: { block, start, end } });
    });
  }

  #makeUnreadable(
    { key, revision }: Pick<Entry, "key" | "revision">,
    body: Buffer,
    unreadable: Unreadable,
  ): StoredObject {
    const { reader } = this.#form;
    const stored = new StoredObject({ key, revision, reader, span: wholeOf(body), unreadable });
    this.#unreadable.add(stored, unreadable);
    return stored;
  }
}

function isIndexed({ selectableFields }: ResourceVersion): boolean {
  return (selectableFields?.indexed ?? []).length > 0;
}

function bufferOf(value: Uint8Array): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** Names come from paths: one that could lead to another path is invalid. */
function checkPathName(name: string): string {
  const [problem] = pathSegment(name);
  if (problem !== undefined) throw badRequest(`Name parameter invalid: ${quote(name)}: ${problem}`);
  return name;
}
