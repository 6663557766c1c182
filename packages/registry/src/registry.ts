import { type Admission, createAdmission } from "@svc/admission";
import { createFieldOwnership } from "@svc/apply";
import { createNameSuffixSource, createTurns, createUidSource, perSecond, silentLog, systemClock } from "@svc/base";
import { aFunction, anObject, aString, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { createCodec } from "@svc/codec";
import { formatTime, qualifiedResource, svcDialect } from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import type { ResourceCatalog, ResourceDefinition } from "@svc/schema";
import type { Storage } from "@svc/storage";
import { type ChangeStream, createChangeStream } from "@svc/watch";
import type { Environment } from "./context.ts";
import { type ObjectCodec, objectCodec } from "./object-codec.ts";
import type { FieldOwnership, Parts, ResourceHooks } from "./parts.ts";
import type { ResourceStore } from "./resource-store.ts";
import { createStores } from "./stores.ts";
import { createVerbs, type Verbs } from "./verbs.ts";

/** The options of `createRegistry`. */
export interface RegistryOptions {
  readonly storage: Storage;
  /** @default the dialect of svc.io, the system's clock, no log, no feature gates, random names */
  readonly environment?: Partial<Environment>;
  /** The resource types of the server, which may change while it runs. */
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
export interface Registry extends Verbs {
  readonly environment: Environment;
  readonly changeStream: ChangeStream;
  readonly catalog: ResourceCatalog;
  readonly ownership: FieldOwnership;
  readonly admission: Admission;
  /** Undefined for types that are not stored, or not known any more. */
  store(definition: ResourceDefinition): ResourceStore | undefined;
  /** Stores that were used so far. */
  opened(): Iterable<ResourceStore>;
  close(): Promise<void>;
}

const registryOptions = optionsOf<RegistryOptions>({
  storage: withMethods("a Storage of @svc/storage", "currentRevision", "get", "range", "commit"),
  environment: optional(anObject),
  catalog: withMethods("a ResourceCatalog of @svc/schema", "snapshot", "replace", "check", "onChange"),
  codec: optional(withMethods("an ObjectCodec of @svc/registry", "parse", "parseShared", "reread", "asStored")),
  ownership: optional(withMethods("a FieldOwnership of @svc/registry", "trackSteps", "apply", "applySteps")),
  admission: optional(aFunction),
  hooks: optional(aFunction),
  root: optional(aString),
});

/**
 * Creates a registry over a storage, with the types of a catalog.
 * @throws {TypeError} for a wrong argument
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  checkArgument("createRegistry: options", options, registryOptions);
  const { storage, catalog, root = "/registry/" } = options;
  const { codec = objectCodec(createCodec()), ownership = createFieldOwnership() } = options;
  const environment = environmentOf(options.environment);
  const { clock, log, gates, random, metrics, turns } = environment;
  const changeStream = await createChangeStream({ storage, prefix: root, clock, log });
  const stores = createStores({ catalog, changeStream, codec, gates, root, random, metrics, turns });
  const parts: { -readonly [part in keyof Parts]: Parts[part] } = {
    environment,
    changeStream,
    stores,
    admission: noAdmission,
    ownership,
    hooks: hooksByDefinition(new Map()),
    timeText: perSecond(formatTime),
  };
  const registry: { -readonly [part in keyof Registry]: Registry[part] } = {
    ...createVerbs(parts),
    environment,
    changeStream,
    catalog,
    ownership,
    admission: noAdmission,
    store: (definition) => (definition.storage === undefined ? undefined : stores.get(definition)),
    opened: stores.opened,
    close: async () => {
      stores.close();
      await changeStream.close();
    },
  };
  try {
    // Both read through the registry, and nothing is written before they exist.
    registry.admission = options.admission?.(registry) ?? noAdmission;
    parts.admission = registry.admission;
    parts.hooks = hooksByDefinition(options.hooks?.(registry) ?? new Map());
    return registry;
  } catch (error) {
    await registry.close();
    throw error;
  }
}

function environmentOf(partial: Partial<Environment> = {}): Environment {
  return {
    dialect: partial.dialect ?? svcDialect,
    clock: partial.clock ?? systemClock,
    log: partial.log ?? silentLog,
    gates: partial.gates ?? { enabled: () => false },
    metrics: partial.metrics ?? createMetrics(),
    randomUid: partial.randomUid ?? createUidSource(),
    randomSuffix: partial.randomSuffix ?? createNameSuffixSource(),
    random: partial.random ?? Math.random,
    turns: partial.turns ?? createTurns(),
  };
}

const noAdmission: Admission = createAdmission([]);

/** The hooks of each definition, looked up once. */
function hooksByDefinition(hooks: ReadonlyMap<string, ResourceHooks>): Parts["hooks"] {
  const found = new WeakMap<ResourceDefinition, { readonly hooks: ResourceHooks | undefined }>();
  return {
    get: (definition) => {
      let cached = found.get(definition);
      if (cached === undefined) {
        const { resource, storage } = definition;
        cached = { hooks: hooks.get(qualifiedResource({ group: storage?.group ?? "", resource })) };
        found.set(definition, cached);
      }
      return cached.hooks;
    },
  };
}
