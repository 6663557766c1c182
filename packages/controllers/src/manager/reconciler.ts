import type { Clock, Log, WorkQueue } from "@svc/base";
import {
  aFunction,
  aNonNegativeNumber,
  anObject,
  aString,
  type Expected,
  integerFrom,
  listOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { AnyObject, Client, Informer, Selection, Stored } from "@svc/client";
import type { Metadata } from "../control-loop/served-resources.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { ObjectHelpers } from "./objects.ts";
import type { ReconcilerMetrics } from "./reconciler-metrics.ts";
import type { ResourceType } from "./resource-type.ts";
import type { SharedInformers } from "./shared-informers.ts";

/** The object that is to be reconciled. */
export interface ReconcileKey {
  readonly name: string;
  /** None for objects without a namespace. */
  readonly namespace?: string;
}

/** Undefined when all is done; else when to reconcile the key again without a change. */
export type ReconcileResult = undefined | { readonly requeueAfterMs: number };

/** The context of `reconcile`. */
export interface ReconcileContext<T extends AnyObject> {
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends when the manager does. Pass it to requests. */
  readonly signal: AbortSignal;
  /** The object in the informer's cache; undefined when it is deleted. */
  readonly object: Stored<T> | undefined;
  /**
   * Objects of a type that this reconciler follows by `for`, `owns` or `watches`, from the
   * informer's cache: they may be older than the last write.
   * @throws {TypeError} for other types
   */
  cached<C extends AnyObject>(type: ResourceType): Pick<Informer<C>, "get" | "list">;
  /** Finalizers, owners, conditions and writes that are only made where something changes. */
  readonly objects: ObjectHelpers;
  readonly events: EventRecorder;
}

/** Another type whose changes enqueue keys of this reconciler's type. */
export interface WatchedType {
  readonly type: ResourceType;
  readonly selection?: Selection;
  /** The keys to reconcile when the object appears, changes or goes. */
  keysOf(object: Stored<Metadata>): readonly ReconcileKey[];
}

/** Makes the world fit the objects of one type. */
export interface Reconciler<T extends AnyObject> {
  /** For logs, metrics and events. */
  readonly name: string;
  /** The type whose objects are reconciled. */
  readonly for: ResourceType;
  /** Selects objects of the resource. @default all */
  readonly selection?: Selection;
  /**
   * Types whose objects have an object of `for` as their controller: a change reconciles that
   * object.
   */
  readonly owns?: readonly ResourceType[];
  readonly watches?: readonly WatchedType[];
  /** False for changes that need no work. A deleted object is always reconciled. @default true */
  readonly predicate?: (object: Stored<T>, before: Stored<T> | undefined) => boolean;
  /**
   * Brings the actual state in line with one object. There are never two concurrent calls for one
   * key. When it throws or rejects, the key is reconciled again with a growing delay of at most
   * `maxRetryMs`.
   */
  readonly reconcile: (key: ReconcileKey, context: ReconcileContext<T>) => Promise<ReconcileResult> | ReconcileResult;
  /** Keys that are reconciled at the same time. @default 4 */
  readonly workers?: number;
  /** @default 60 seconds */
  readonly maxRetryMs?: number;
}

const expectedType = optionsOf<ResourceType>({ group: aString, version: aString, resource: aString, kind: aString });

/** What a reconciler must be, for checks of arguments. */
export const expectedReconciler: Expected<Reconciler<never>> = optionsOf<Reconciler<never>>({
  name: aString,
  for: expectedType,
  selection: optional(anObject),
  owns: optional(listOf(expectedType)),
  watches: optional(
    listOf(optionsOf<WatchedType>({ type: expectedType, selection: optional(anObject), keysOf: aFunction })),
  ),
  predicate: optional(aFunction),
  reconcile: aFunction,
  workers: optional(integerFrom(1)),
  maxRetryMs: optional(aNonNegativeNumber),
});

export interface RunningReconciler {
  /** Keys that wait or are worked on. */
  depth(): number;
  /** The collections that have not been read yet, and why. */
  waitsFor(): readonly string[];
  /** Resolves when no key is worked on. */
  idle(): Promise<void>;
}

interface ReconcilerDeps
  extends Pick<ReconcileContext<AnyObject>, "client" | "clock" | "log" | "signal" | "objects" | "events"> {
  readonly random: () => number;
  readonly counts: ReconcilerMetrics;
  readonly informers: SharedInformers;
}

export function startReconciler<T extends AnyObject>(
  reconciler: Reconciler<T>,
  deps: ReconcilerDeps,
): RunningReconciler {
  const { clock, log, signal, counts } = deps;
  const { name, workers, maxRetryMs, predicate = () => true } = reconciler;
  const { informers, follow, cached } = createFollowed(name, deps.informers);
  const working = new Set<Promise<unknown>>();
  const primary = follow<T>(reconciler.for, reconciler.selection);

  const work = async (text: string): Promise<"done" | { readonly afterMs: number }> => {
    await Promise.all([...informers.values()].map(({ synced }) => synced));
    const key = keyOf(text);
    const startMs = clock.monotonic();
    try {
      const object = primary.get(key.name, key.namespace);
      const result = await reconciler.reconcile(key, { ...deps, object, cached });
      counts.reconciled(name, "success", clock.monotonic() - startMs);
      return result !== undefined ? { afterMs: result.requeueAfterMs } : "done";
    } catch (error) {
      counts.reconciled(name, "error", clock.monotonic() - startMs);
      if (!signal.aborted)
        log.warn("a reconciler failed, will retry", { reconciler: name, key: text, error: String(error) });
      throw error;
    }
  };
  const queue = createMeasuredQueue<string>({
    ...deps,
    name,
    work: (key) => {
      const done = work(key);
      working.add(done);
      done.catch(() => undefined).finally(() => working.delete(done));
      return done;
    },
    ...(workers === undefined ? {} : { workers }),
    ...(maxRetryMs === undefined ? {} : { maxRetryMs }),
  });
  primary.subscribe({
    set: (object, before) => {
      if (predicate(object, before)) queue.add(textOf(object.metadata));
    },
    remove: ({ metadata }) => queue.add(textOf(metadata)),
  });
  for (const { type, selection, keysOf } of [
    ...(reconciler.owns ?? []).map(owned(reconciler.for)),
    ...(reconciler.watches ?? []),
  ]) {
    addKeysOf(follow<Metadata>(type, selection), keysOf, queue);
  }
  return {
    depth: queue.size,
    waitsFor: () =>
      [...informers]
        .filter(([, { isComplete }]) => !isComplete)
        .map(([path, { lastError }]) => `${path}: ${lastError === undefined ? "not read yet" : String(lastError)}`),
    idle: async () => void (await Promise.allSettled(working)),
  };
}

interface Followed {
  /** By the names of their collections. */
  readonly informers: ReadonlyMap<string, Informer<AnyObject>>;
  follow<T extends AnyObject>(type: ResourceType, selection?: Selection): Informer<T>;
  readonly cached: ReconcileContext<AnyObject>["cached"];
}

/** The collections that one reconciler follows. */
function createFollowed(reconciler: string, shared: SharedInformers): Followed {
  const informers = new Map<string, Informer<AnyObject>>();
  /** By group, version and resource. */
  const caches = new Map<string, Informer<AnyObject>>();
  return {
    informers,
    follow: <T extends AnyObject>(type: ResourceType, selection?: Selection) => {
      const { name, informer } = shared.of<T>(type, selection);
      const read = informer as Informer<AnyObject>;
      informers.set(name, read);
      if (!caches.has(pathOf(type))) caches.set(pathOf(type), read);
      return informer;
    },
    cached: <T extends AnyObject>(type: ResourceType) => {
      const informer = caches.get(pathOf(type));
      if (informer === undefined) throw new TypeError(`the reconciler ${reconciler} doesn't follow ${pathOf(type)}`);
      return informer as Informer<AnyObject> as Informer<T>;
    },
  };
}

function owned(owner: ResourceType): (type: ResourceType) => WatchedType {
  const isOwner = (apiVersion: string, kind: string): boolean =>
    kind === owner.kind && groupOf(apiVersion) === owner.group;
  return (type) => ({
    type,
    keysOf: ({ metadata }) =>
      (metadata.ownerReferences ?? [])
        .filter(({ controller, apiVersion, kind }) => controller === true && isOwner(apiVersion, kind))
        .map(({ name }) => ({ name, ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }) })),
  });
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : apiVersion.slice(0, slash);
}

/** A change may move an object from one key to another: both are reconciled. */
function addKeysOf(informer: Informer<Metadata>, keysOf: WatchedType["keysOf"], queue: WorkQueue<string>): void {
  const addAll = (object: Stored<Metadata> | undefined): void => {
    if (object !== undefined) for (const key of keysOf(object)) queue.add(textOf(key));
  };
  informer.subscribe({
    set: (object, before) => {
      addAll(before);
      addAll(object);
    },
    remove: addAll,
  });
}

function pathOf({ group, version, resource }: ResourceType): string {
  return [group, version, resource].join("/");
}

function textOf({ namespace = "", name }: ReconcileKey): string {
  return `${namespace}/${name}`;
}

function keyOf(text: string): ReconcileKey {
  const slash = text.indexOf("/");
  const name = text.slice(slash + 1);
  return slash === 0 ? { name } : { name, namespace: text.slice(0, slash) };
}
