import {
  aBoolean,
  aFunction,
  anObject,
  aSignal,
  aString,
  checkArgument,
  expected,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import {
  type ApiObject,
  copyJson,
  everyField,
  everyLabel,
  formatApiVersion,
  hasReason,
  type JsonValue,
} from "@svc/meta";
import type { CatalogSnapshot, ResourceDefinition } from "@svc/schema";
import { itemsOf } from "@svc/watch";
import type { Endpoint, Environment, ObjectName, RequestContext } from "../context.ts";
import type { DeleteInput } from "../delete.ts";
import type { Registry } from "../registry.ts";
import type { StoredObject } from "../stored-object.ts";
import { type Informer, type InformerHandler, startInformer } from "./informer.ts";
import { createLister, type Lister, objectsOf } from "./lister.ts";

/** Reads, follows and writes objects in this process, as the server itself. */
export interface LocalClient {
  readonly registry: Registry;
  readonly environment: Environment;
  /** Owns the fields that the server writes. */
  readonly fieldManager: string;
  /**
   * The objects of a stored resource; undefined for one that the server does not have.
   * @param group a template of the dialect, such as `storage.{api}`; empty for the core group
   */
  resource<T extends ApiObject = ApiObject>(group: string, resource: string): LocalResource<T> | undefined;
}

/** Reads, follows and writes the objects of one resource. */
export interface LocalResource<T extends ApiObject = ApiObject> extends Lister<T> {
  /** The version in which the resource is stored now. */
  endpoint(): Endpoint;
  /** The stored object; undefined where there is none. */
  find(target: ObjectName): Promise<T | undefined>;
  /**
   * Every object of a namespace, or of all: as the cache has them, or as the store has them now.
   */
  listAll(namespace?: string, options?: { readonly fresh?: boolean }): Promise<readonly T[]>;
  /** Returns false for an existing object. Servers that start together may create the same. */
  create(object: T, options?: LocalWriteOptions): Promise<boolean>;
  /** Creates an object unless it exists. */
  ensure(object: T, options?: LocalWriteOptions): Promise<void>;
  /** Changes an object, and retries after concurrent writes; undefined for a missing one. */
  change(target: ObjectName, next: (live: T) => T, options?: LocalWriteOptions): Promise<StoredObject | undefined>;
  /** Applies some fields, taking them from other managers; undefined for a missing object. */
  apply(target: ObjectName, fields: ApplyFields, options?: LocalWriteOptions): Promise<StoredObject | undefined>;
  /** Returns false for a missing object. */
  delete(target: ObjectName, preconditions?: DeleteInput["options"]["preconditions"]): Promise<boolean>;
  /** Deletes every object. @returns the number that remains, because of finalizers */
  deleteAll(): Promise<number>;
  inform(handler: InformerHandler): Informer;
}

type ApplyFields = Readonly<Record<string, JsonValue>>;

/** Options of writes by a `LocalClient`. */
export interface LocalWriteOptions {
  /** @default the server's own */
  readonly fieldManager?: string;
  /** Writes through a subresource, such as `status`. @default the resource itself */
  readonly subresource?: string;
  /** Everything happens but the commit. @default false */
  readonly dryRun?: boolean;
  /** For writes on behalf of a client. @default the server itself */
  readonly context?: RequestContext;
  /**
   * Whether `change` passes a copy that may be changed in place. Otherwise it passes the stored
   * object, and parts of the result that did not change are shared with it, which saves most of
   * the work for a large object.
   * @default true
   */
  readonly copies?: boolean;
}

interface LocalClientOptions {
  /** Owns the fields that the client writes. @default local */
  readonly fieldManager?: string;
  /** Aborts the call. @default never */
  readonly signal?: AbortSignal;
}

const localClientOptions = optionsOf<LocalClientOptions>({
  fieldManager: optional(aString),
  signal: optional(aSignal),
});

const writeOptionsOf = optionsOf<LocalWriteOptions>({
  fieldManager: optional(aString),
  subresource: optional(aString),
  dryRun: optional(aBoolean),
  context: optional(anObject),
  copies: optional(aBoolean),
});
const listOptions = optionsOf<NonNullable<Parameters<LocalResource["listAll"]>[1]>>({ fresh: optional(aBoolean) });
const aTarget = expected<ObjectName>(
  "an object with a name and a namespace, which is empty for a resource without namespaces",
  (value) => {
    const { name, namespace } = (value ?? {}) as Partial<ObjectName>;
    return typeof name === "string" && typeof namespace === "string";
  },
);
const anObjectOfTheApi = expected<ApiObject>("an object with metadata", (value) => {
  const { metadata } = (value ?? {}) as Partial<ApiObject>;
  return typeof metadata === "object" && metadata !== null;
});
const aHandler = withMethods("an InformerHandler", "set", "remove");

const expectedRegistry = withMethods("a Registry of @svc/registry", "store", "opened", "close", "create");

/** Creates a client of a registry. @throws {TypeError} for a wrong argument */
export function createLocalClient(registry: Registry, options: LocalClientOptions = {}): LocalClient {
  checkArgument("createLocalClient: registry", registry, expectedRegistry);
  checkArgument("createLocalClient: options", options, localClientOptions);
  const { fieldManager = "local", signal } = options;
  const { environment, catalog } = registry;
  const context: RequestContext = { signal, warn: () => undefined };
  return {
    registry,
    environment,
    fieldManager,
    resource: <T extends ApiObject>(template: string, resource: string) => {
      checkArgument("resource: template", template, aString);
      checkArgument("resource: resource", resource, aString);
      const group = environment.dialect.expand(template);
      const endpoint = (): Endpoint | undefined => endpointOf(catalog.snapshot(), group, resource);
      return endpoint() === undefined ? undefined : localResource<T>(registry, { endpoint, context, fieldManager });
    },
  };
}

function endpointOf(snapshot: CatalogSnapshot, group: string, resource: string): Endpoint | undefined {
  const definition = snapshot.stored(group, resource);
  return definition === undefined ? undefined : storedEndpoint(definition);
}

function storedEndpoint(definition: ResourceDefinition): Endpoint | undefined {
  const { storage, versions } = definition;
  const version = versions.find((v) => v.version === storage?.version && v.group === storage.group);
  return version === undefined ? undefined : { definition, version, subresource: "" };
}

interface ResourceOptions {
  readonly endpoint: () => Endpoint | undefined;
  readonly context: RequestContext;
  readonly fieldManager: string;
}

function localResource<T extends ApiObject>(registry: Registry, options: ResourceOptions): LocalResource<T> {
  const { context, fieldManager, endpoint } = options;
  let last = endpoint();
  const current = (): Endpoint => {
    last = endpoint() ?? last;
    if (last === undefined) throw new TypeError("a resource that the server does not have");
    return last;
  };
  const at = ({ subresource = "" }: LocalWriteOptions): Endpoint => ({ ...current(), subresource });
  const writeOptions = (
    overrides: LocalWriteOptions,
  ): { readonly fieldManager: string; readonly dryRun?: boolean } => ({
    fieldManager: overrides.fieldManager ?? fieldManager,
    ...(overrides.dryRun === undefined ? {} : { dryRun: overrides.dryRun }),
  });
  const find = (target: ObjectName): Promise<T | undefined> =>
    unless("NotFound", async () => {
      checkArgument("find: target", target, aTarget);
      return (await registry.get(current(), target)).object as T;
    });
  const create = async (object: T, overrides: LocalWriteOptions = {}): Promise<boolean> => {
    checkArgument("create: object", object, anObjectOfTheApi);
    checkArgument("create: options", overrides, writeOptionsOf);
    const input = { namespace: object.metadata.namespace ?? "", object, options: writeOptions(overrides) };
    const created = unless("AlreadyExists", () => registry.create(at(overrides), overrides.context ?? context, input));
    return (await created) !== undefined;
  };
  return {
    ...createLister<T>(registry, endpoint),
    endpoint: current,
    find,
    listAll: async (namespace, options = {}) => {
      checkArgument("listAll: namespace", namespace, optional(aString));
      checkArgument("listAll: options", options, listOptions);
      const { fresh = false } = options;
      const selectors = { labels: everyLabel, fields: everyField };
      const at = { kind: fresh ? "latest" : "any" } as const;
      return objectsOf<T>(await registry.list(current(), { namespace, selectors, at }));
    },
    create,
    ensure: async (object, overrides) => {
      checkArgument("ensure: object", object, anObjectOfTheApi);
      const { name = "", namespace = "" } = object.metadata;
      if ((await find({ name, namespace })) === undefined) await create(object, overrides);
    },
    ...patchesOf<T>(registry, { current, at, writeOptions, context }),
    delete: async (target, preconditions) => {
      checkArgument("delete: target", target, aTarget);
      const options = preconditions === undefined ? {} : { preconditions };
      return (await unless("NotFound", () => registry.delete(current(), context, { target, options }))) !== undefined;
    },
    deleteAll: async () => {
      const every = { namespace: undefined, selectors: { labels: everyLabel, fields: everyField } };
      const at = { kind: "latest" } as const;
      await registry.deleteCollection(current(), context, { ...every, at: () => at, options: {} });
      return [...itemsOf((await registry.list(current(), { ...every, at })).slices)].length;
    },
    inform: (handler) => {
      checkArgument("inform: handler", handler, aHandler);
      return startInformer({ registry, endpoint, handler });
    },
  };
}

interface PatchOptions {
  readonly current: () => Endpoint;
  readonly at: (overrides: LocalWriteOptions) => Endpoint;
  readonly writeOptions: (overrides: LocalWriteOptions) => { readonly fieldManager: string; readonly dryRun?: boolean };
  readonly context: RequestContext;
}

function patchesOf<T extends ApiObject>(
  registry: Registry,
  { current, at, writeOptions, context }: PatchOptions,
): Pick<LocalResource<T>, "change" | "apply"> {
  return {
    change: (target, next, overrides = {}) =>
      unless("NotFound", async () => {
        checkArgument("change: target", target, aTarget);
        checkArgument("change: next", next, aFunction);
        checkArgument("change: options", overrides, writeOptionsOf);
        const input = { target, options: writeOptions(overrides), patch: patchOf(next, overrides) };
        return (await registry.patch(at(overrides), overrides.context ?? context, input)).stored;
      }),
    apply: (target, fields, overrides = {}) =>
      unless("NotFound", async () => {
        checkArgument("apply: target", target, aTarget);
        checkArgument("apply: fields", fields, anObject);
        checkArgument("apply: options", overrides, writeOptionsOf);
        const { definition, version } = current();
        const { name, namespace } = target;
        const metadata = namespace === "" ? { name } : { name, namespace };
        const intent = { apiVersion: formatApiVersion(version), kind: definition.kind, metadata, ...fields };
        const input = { target, options: writeOptions(overrides), intent, force: true };
        return (await registry.apply(at(overrides), overrides.context ?? context, input)).stored;
      }),
  };
}

/** A write changes its root and its metadata in place, and nothing else of a stored object. */
function patchOf<T extends ApiObject>(
  next: (live: T) => T,
  { copies = true }: LocalWriteOptions,
): (live: ApiObject) => ApiObject {
  if (copies) return (live) => next(copyJson(live) as T);
  return (live) => {
    const changed = next(live as T);
    return { ...changed, metadata: copyJson(changed.metadata) };
  };
}

/** Undefined where a call fails for an expected reason. */
async function unless<R>(reason: "NotFound" | "AlreadyExists", call: () => Promise<R>): Promise<R | undefined> {
  try {
    return await call();
  } catch (error) {
    if (hasReason(error, reason)) return undefined;
    throw error;
  }
}
