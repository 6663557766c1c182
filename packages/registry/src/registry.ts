import { type Admission, createAdmission } from "@svc/admission";
import { createFieldOwnership } from "@svc/apply";
import {
  createNameSuffixSource,
  createTurns,
  createUidSource,
  type MaybePromise,
  silentLog,
  systemClock,
} from "@svc/base";
import { createCodec } from "@svc/codec";
import { copyJson, qualifiedResource, type Status, svcDialect } from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import type { ResourceCatalog, ResourceDefinition } from "@svc/schema";
import type { Storage } from "@svc/storage";
import type { ListResult, WatchHandle } from "@svc/watch";
import { type ChangeStream, createChangeStream } from "@svc/watch";
import type { Endpoint, Environment, ObjectName, RequestContext } from "./context.ts";
import { type CreateInput, createObject } from "./create.ts";
import { type DeleteInput, type DeleteResult, deleteObject } from "./delete.ts";
import { type DeleteCollectionInput, type DeletedCollection, deleteCollection } from "./delete-collection.ts";
import { deleteCorrupt } from "./delete-corrupt.ts";
import { type ObjectCodec, objectCodec } from "./object-codec.ts";
import type { FieldOwnership, Parts, ResourceHooks, WriteResult } from "./parts.ts";
import { type ApplyInput, applyObject, type PatchInput, patchObject } from "./patch.ts";
import { type GetAt, getObject, type ListInput, listObjects } from "./read.ts";
import type { ResourceStore } from "./resource-store.ts";
import type { StoredObject } from "./stored-object.ts";
import { createStores } from "./stores.ts";
import { createTimeText } from "./time-text.ts";
import { type Change, changeObject, type UpdateInput, updateObject } from "./update.ts";
import { type WatchInput, watchObjects } from "./watch.ts";
import { asksForConversions, withConversions } from "./with-conversions.ts";

/** The options of `createRegistry`. */
export interface RegistryOptions {
  readonly storage: Storage;
  /** @default the dialect of svc.io, the system's clock, no log, no feature gates, random names */
  readonly environment?: Partial<Environment>;
  /** All resource types of the server; they may change while it runs. */
  readonly catalog: ResourceCatalog;
  /** @default JSON by `@svc/codec` */
  readonly codec?: ObjectCodec;
  /** @default by `@svc/apply` */
  readonly ownership?: FieldOwnership;
  /** Created once objects can be read: its steps may depend on stored objects. @default none */
  readonly admission?: (registry: Registry) => Admission;
  /** By resource and storage group: `widgets.example.com`. Created after admission. */
  readonly hooks?: (registry: Registry) => ReadonlyMap<string, ResourceHooks>;
  /** The prefix of all keys. @default "/registry/" */
  readonly root?: string;
}

/** Every verb for any resource type, without HTTP. */
export interface Registry {
  readonly environment: Environment;
  readonly changeStream: ChangeStream;
  readonly catalog: ResourceCatalog;
  readonly ownership: FieldOwnership;
  readonly admission: Admission;
  /** Undefined for types that are not stored, or not known any more. */
  store(definition: ResourceDefinition): ResourceStore | undefined;
  /** Stores that were used so far. */
  opened(): Iterable<ResourceStore>;
  create(endpoint: Endpoint, context: RequestContext, input: CreateInput): Promise<WriteResult>;
  get(endpoint: Endpoint, target: ObjectName, at?: GetAt): MaybePromise<StoredObject>;
  list(endpoint: Endpoint, input: ListInput): MaybePromise<ListResult<StoredObject>>;
  watch(endpoint: Endpoint, input: WatchInput): MaybePromise<WatchHandle>;
  update(endpoint: Endpoint, context: RequestContext, input: UpdateInput): Promise<WriteResult>;
  patch(endpoint: Endpoint, context: RequestContext, input: PatchInput): Promise<WriteResult>;
  apply(endpoint: Endpoint, context: RequestContext, input: ApplyInput): Promise<WriteResult>;
  /** Any other change of one object, by subresources of other kinds. */
  change(endpoint: Endpoint, context: RequestContext, change: Change): Promise<WriteResult>;
  delete(endpoint: Endpoint, context: RequestContext, input: DeleteInput): Promise<DeleteResult>;
  /** The unsafe removal of an object that cannot be read. */
  deleteCorrupt(endpoint: Endpoint, context: RequestContext, target: ObjectName): Promise<Status>;
  deleteCollection(
    endpoint: Endpoint,
    context: RequestContext,
    input: DeleteCollectionInput,
  ): Promise<DeletedCollection>;
  close(): Promise<void>;
}

/** Creates a registry over a storage, with the types of a catalog. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const { storage, catalog, root = "/registry/" } = options;
  const { codec = objectCodec(createCodec()), ownership = createFieldOwnership() } = options;
  const environment = environmentOf(options.environment);
  const { clock, log, gates } = environment;
  const changeStream = await createChangeStream({ storage, prefix: root, clock, log });
  const stores = createStores({ catalog, changeStream, codec, gates, root });
  const parts: { -readonly [part in keyof Parts]: Parts[part] } = {
    environment,
    changeStream,
    stores,
    admission: noAdmission,
    ownership,
    hooks: hooksByDefinition(new Map()),
    timeText: createTimeText(),
  };
  const repeating = conversionsOf();
  const acting = <T>(endpoint: Endpoint, act: () => Promise<T>): Promise<T> =>
    repeating(endpoint) ? afterConversions(stores, endpoint, () => withConversions(act)) : act();
  const reading = <T>(endpoint: Endpoint, act: () => MaybePromise<T>): MaybePromise<T> =>
    repeating(endpoint) ? afterConversions(stores, endpoint, act) : act();
  const registry: Registry = {
    environment,
    changeStream,
    catalog,
    ownership,
    get admission() {
      return parts.admission;
    },
    store: (definition) => (definition.storage === undefined ? undefined : stores.get(definition)),
    opened: stores.opened,
    create: (endpoint, context, input) =>
      repeating(endpoint)
        ? acting(endpoint, () => createObject(parts, endpoint, context, { ...input, object: copyJson(input.object) }))
        : createObject(parts, endpoint, context, input),
    get: (endpoint, target, at) => reading(endpoint, () => getObject(parts, endpoint, target, at)),
    list: (endpoint, input) => reading(endpoint, () => listObjects(parts, endpoint, input)),
    watch: (endpoint, input) => reading(endpoint, () => watchObjects(parts, endpoint, input)),
    update: (endpoint, context, input) =>
      repeating(endpoint)
        ? acting(endpoint, () => updateObject(parts, endpoint, context, { ...input, object: copyJson(input.object) }))
        : updateObject(parts, endpoint, context, input),
    patch: (endpoint, context, input) => acting(endpoint, () => patchObject(parts, endpoint, context, input)),
    apply: (endpoint, context, input) => acting(endpoint, () => applyObject(parts, endpoint, context, input)),
    change: (endpoint, context, change) => acting(endpoint, () => changeObject(parts, endpoint, context, change)),
    delete: (endpoint, context, input) => acting(endpoint, () => deleteObject(parts, endpoint, context, input)),
    deleteCorrupt: (endpoint, context, target) => deleteCorrupt(parts, endpoint, context, target),
    deleteCollection: (endpoint, context, input) => deleteCollection(parts, endpoint, context, input),
    close: async () => {
      stores.close();
      await changeStream.close();
    },
  };
  // Both read through the registry, and nothing is written before they exist.
  parts.admission = options.admission?.(registry) ?? noAdmission;
  parts.hooks = hooksByDefinition(options.hooks?.(registry) ?? new Map());
  return registry;
}

function environmentOf(given: Partial<Environment> = {}): Environment {
  return {
    dialect: given.dialect ?? svcDialect,
    clock: given.clock ?? systemClock,
    log: given.log ?? silentLog,
    gates: given.gates ?? { enabled: () => false },
    metrics: given.metrics ?? createMetrics(),
    randomUid: given.randomUid ?? createUidSource(),
    randomSuffix: given.randomSuffix ?? createNameSuffixSource(),
    random: given.random ?? Math.random,
    turns: given.turns ?? createTurns(),
  };
}

const noAdmission: Admission = createAdmission([]);

/** Objects stored in another version are converted before reads. */
async function afterConversions<T>(
  stores: Parts["stores"],
  { definition }: Endpoint,
  act: () => MaybePromise<T>,
): Promise<T> {
  const store = stores.get(definition);
  await store?.cache.ready();
  await store?.converted();
  return act();
}

/** Whether writes of a type may have to be repeated after a conversion; determined once. */
function conversionsOf(): (endpoint: Endpoint) => boolean {
  const found = new WeakMap<ResourceDefinition, boolean>();
  return ({ definition }) => {
    let known = found.get(definition);
    if (known === undefined) found.set(definition, (known = asksForConversions(definition)));
    return known;
  };
}

/** The hooks of each definition, looked up once. */
function hooksByDefinition(hooks: ReadonlyMap<string, ResourceHooks>): Parts["hooks"] {
  const found = new WeakMap<ResourceDefinition, { readonly hooks: ResourceHooks | undefined }>();
  return {
    get: (definition) => {
      let known = found.get(definition);
      if (known === undefined) {
        const { resource, storage } = definition;
        known = { hooks: hooks.get(qualifiedResource({ group: storage?.group ?? "", resource })) };
        found.set(definition, known);
      }
      return known.hooks;
    },
  };
}
