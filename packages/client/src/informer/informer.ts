import { consoleLog, systemClock } from "@svc/base";
import type { AnyObject, Stored } from "../client/objects.ts";
import type { CachedObject } from "./cached-object.ts";
import { createHandlerCalls, type HandlerCalls } from "./handler-retries.ts";
import { type InformerOptions, type ReflectorTarget, reflect } from "./reflector.ts";
import { createStore, type Store } from "./store.ts";

/** What of an object is kept, and handlers are told: less makes the copy smaller. */
interface Transforming<T extends AnyObject, K extends CachedObject> {
  readonly transform: (object: Stored<T>) => K;
}

/**
 * Is told what changes, in order. When `set` or `remove` throws, or its promise rejects, the error
 * is logged and the call repeated after a pause, until it succeeds or the object changes again.
 * Other handlers and objects do not wait for it.
 */
export interface InformerHandler<T extends AnyObject, K extends CachedObject = Stored<T>> {
  /** @param before what it was; undefined when it is new. An object of the same name with another uid is another one */
  readonly set?: (object: K, before: K | undefined) => unknown;
  /** @param object the last that was known of it: what happened just before it went may have been missed */
  readonly remove?: (object: K) => unknown;
  /**
   * Is told when all that there is was told, and, with `false`, that there is too much now: what was told before, which is still there for this moment, is
   * forgotten, and may or may not be gone.
   */
  readonly complete?: (isComplete: boolean) => unknown;
}

/** A copy of a collection that is kept up to date. Objects are shared: whoever changes one must copy it. */
export interface Informer<T extends AnyObject, K extends CachedObject = Stored<T>> {
  /** When everything that was there at the start is known. Rejects with the signal's reason. */
  readonly synced: Promise<void>;
  readonly size: number;
  /** Error of the last attempt to read the collection; undefined while reading works, or before the first attempt failed. */
  readonly lastError: unknown;
  /** Whether it knows all that there was a moment ago: not before it has synced, and not while there is too much. */
  readonly isComplete: boolean;
  /** @param namespace none for what has none */
  get(name: string, namespace?: string): K | undefined;
  /** @param namespace none for all */
  list(namespace?: string): readonly K[];
  /** @returns ends the subscription. A handler is first told everything that is known, as new */
  subscribe(handler: InformerHandler<T, K>): () => void;
}

/** Follows a collection: lists it, watches it from there, and lists anew when the server has forgotten where it was. */
export function startInformer<T extends AnyObject>(options: InformerOptions<T>): Informer<T>;
export function startInformer<T extends AnyObject, K extends CachedObject>(
  options: InformerOptions<T> & Transforming<T, K>,
): Informer<T, K>;
export function startInformer<T extends AnyObject>(
  options: InformerOptions<T> & Partial<Transforming<T, CachedObject>>,
): Informer<T, CachedObject> {
  const { transform = (object) => object, signal, resource } = options;
  const { clock = systemClock, log = consoleLog, random = Math.random } = options;
  const objects = createStore<CachedObject>();
  const handlers = new Map<InformerHandler<T, CachedObject>, HandlerCalls>();
  const { promise: synced, resolve, reject } = Promise.withResolvers<void>();
  // Whoever does not wait for it needs no word of its end.
  synced.catch(() => undefined);
  const own = createHandlerCalls({ clock, log, random, signal, path: resource.path });
  let isComplete = false;
  let lastError: unknown;
  const notifyComplete = (complete: boolean): void => {
    for (const [handler, calls] of handlers) calls.callOnce(() => handler.complete?.(complete));
  };
  const storeTarget = createStoreTarget(objects, {
    set: (object, before) => {
      for (const [handler, calls] of handlers) calls.callFor(object.metadata, () => handler.set?.(object, before));
    },
    remove: (object) => {
      for (const [handler, calls] of handlers) calls.callFor(object.metadata, () => handler.remove?.(object));
    },
  });
  const target: ReflectorTarget<CachedObject> = {
    get size() {
      return objects.size;
    },
    ...storeTarget,
    readable: () => {
      lastError = undefined;
    },
    replace: (items) => {
      storeTarget.replace(items);
      isComplete = true;
      notifyComplete(true);
      resolve();
    },
    forget: () => {
      isComplete = false;
      notifyComplete(false);
      objects.clear();
    },
  };
  const onError = (error: unknown): void => {
    lastError = error;
    own.callOnce(() => options.onError?.(error));
  };
  void reflect({ ...options, clock, log, random, onError, transform }, target).then(() => reject(signal.reason));
  return {
    synced,
    get size() {
      return objects.size;
    },
    get isComplete() {
      return isComplete;
    },
    get lastError() {
      return lastError;
    },
    get: (name, namespace = "") => objects.get(namespace, name),
    list: (namespace) => [...objects.values(namespace)],
    subscribe: (handler) => {
      const calls = createHandlerCalls({ clock, log, random, signal, path: resource.path });
      handlers.set(handler, calls);
      for (const object of objects.values()) calls.callFor(object.metadata, () => handler.set?.(object, undefined));
      return () => {
        calls.close();
        handlers.delete(handler);
      };
    },
  };
}

/** Turns what is into what changed. */
function createStoreTarget(
  objects: Store<CachedObject>,
  handler: Required<Pick<InformerHandler<AnyObject, CachedObject>, "set" | "remove">>,
): Pick<ReflectorTarget<CachedObject>, "set" | "remove" | "replace"> {
  const set = (object: CachedObject): void => {
    const { namespace = "", name, uid, resourceVersion } = object.metadata;
    let before = objects.get(namespace, name);
    if (before !== undefined && before.metadata.uid !== uid) {
      objects.delete(namespace, name);
      handler.remove(before);
      before = undefined;
    }
    objects.set(namespace, name, object);
    if (before?.metadata.resourceVersion !== resourceVersion) handler.set(object, before);
  };
  return {
    set,
    remove: (object) => {
      const { namespace = "", name } = object.metadata;
      objects.delete(namespace, name);
      handler.remove(object);
    },
    replace: (items) => {
      const present = createStore<true>();
      for (const { metadata } of items) present.set(metadata.namespace ?? "", metadata.name, true);
      for (const object of objects.values()) {
        const { namespace = "", name } = object.metadata;
        if (present.get(namespace, name)) continue;
        objects.delete(namespace, name);
        handler.remove(object);
      }
      items.forEach(set);
    },
  };
}
