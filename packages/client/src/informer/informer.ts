import { consoleLog, systemClock } from "@svc/base";
import { aFunction, aSignal, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { AnyObject, Stored } from "../client/objects.ts";
import type { CachedObject } from "./cached-object.ts";
import { createHandlerCalls, type HandlerCalls } from "./handler-retries.ts";
import { commonOptions, type InformerOptions, type ReflectorTarget, reflect } from "./reflector.ts";
import { createStore, type Store } from "./store.ts";

/** Reduces objects before they are stored and passed to handlers, to save memory. */
interface Transforming<T extends AnyObject, K extends CachedObject> {
  readonly transform: (object: Stored<T>) => K;
}

/**
 * Receives changes in order. When `set` or `remove` throws, or its promise rejects, the error is
 * logged and the call repeated after a pause, until it succeeds or the object changes again. Other
 * handlers and objects don't wait for it.
 */
export interface InformerHandler<T extends AnyObject, K extends CachedObject = Stored<T>> {
  /**
   * Called for an added or changed object.
   * @param before the former state; undefined for an added object. An object of the same name with
   * another UID is a different object
   */
  readonly set?: (object: K, before: K | undefined) => unknown;
  /** @param object the last known state, which can miss the last changes before the deletion */
  readonly remove?: (object: K) => unknown;
  /**
   * Called with true after all objects of a list were passed to the handler, and with false when
   * the collection is too large. The store still has its objects during that call and is cleared
   * after it.
   */
  readonly complete?: (isComplete: boolean) => unknown;
}

/**
 * Cache of a collection that is kept up to date. Objects are shared: copy them before you change
 * them.
 */
export interface Informer<T extends AnyObject, K extends CachedObject = Stored<T>> extends Disposable {
  /** Resolves when the first list is complete. Rejects with the signal's reason. */
  readonly synced: Promise<void>;
  /** Number of objects. */
  readonly size: number;
  /** Error of the last attempt to read the collection; undefined while reading works. */
  readonly lastError: unknown;
  /** True if the cache is complete: it has synced and the collection isn't too large. */
  readonly isComplete: boolean;
  /** @param namespace absent for cluster-scoped objects */
  get(name: string, namespace?: string): K | undefined;
  /** @param namespace absent for all namespaces */
  list(namespace?: string): readonly K[];
  /**
   * Adds a handler, which first receives all known objects as added.
   * @returns a function that ends the subscription
   */
  subscribe(handler: InformerHandler<T, K>): () => void;
  /** Ends the informer, as its signal and `using` do. */
  close(): void;
}

const informerOptions = optionsOf<InformerOptions<never> & Partial<Transforming<never, never>>>({
  ...commonOptions,
  signal: optional(aSignal),
  transform: optional(aFunction),
});

/**
 * Starts an informer: lists the collection, watches it, and lists it again after its version
 * expired.
 * @throws {TypeError} for a wrong argument
 */
export function startInformer<T extends AnyObject>(options: InformerOptions<T>): Informer<T>;
export function startInformer<T extends AnyObject, K extends CachedObject>(
  options: InformerOptions<T> & Transforming<T, K>,
): Informer<T, K>;
export function startInformer<T extends AnyObject>(
  options: InformerOptions<T> & Partial<Transforming<T, CachedObject>>,
): Informer<T, CachedObject> {
  checkArgument("startInformer: options", options, informerOptions);
  return new CollectionInformer(options);
}

const informerHandler = optionsOf<InformerHandler<never, never>>({
  set: optional(aFunction),
  remove: optional(aFunction),
  complete: optional(aFunction),
});

/** A handler and its calls. */
interface Subscription<T extends AnyObject> {
  readonly handler: InformerHandler<T, CachedObject>;
  readonly calls: HandlerCalls;
}

class CollectionInformer<T extends AnyObject> implements Informer<T, CachedObject> {
  readonly synced: Promise<void>;
  isComplete = false;
  lastError: unknown;
  readonly #stop = new AbortController();
  readonly #objects = createStore<CachedObject>();
  readonly #subscriptions = new Set<Subscription<T>>();
  readonly #calls: Parameters<typeof createHandlerCalls>[0];

  constructor(options: InformerOptions<T> & Partial<Transforming<T, CachedObject>>) {
    const { transform = (object) => object, signal: callerSignal, resource } = options;
    const { clock = systemClock, log = consoleLog, random = Math.random } = options;
    const { signal } = this.#stop;
    const { promise: synced, resolve, reject } = Promise.withResolvers<void>();
    // A rejection must not count as unhandled if no caller waits for `synced`.
    synced.catch(() => undefined);
    this.synced = synced;
    this.#calls = { clock, log, random, signal, path: resource.path };
    const own = createHandlerCalls(this.#calls);
    if (callerSignal !== undefined) this.#stopWith(callerSignal);
    const onError = (error: unknown): void => {
      this.lastError = error;
      own.callOnce(() => options.onError?.(error));
    };
    const target = this.#target(resolve);
    void reflect({ ...options, signal, clock, log, random, onError, transform }, target).then(() =>
      reject(signal.reason),
    );
  }

  get size(): number {
    return this.#objects.size;
  }

  get(name: string, namespace = ""): CachedObject | undefined {
    return this.#objects.get(namespace, name);
  }

  list(namespace?: string): readonly CachedObject[] {
    return [...this.#objects.values(namespace)];
  }

  subscribe(handler: InformerHandler<T, CachedObject>): () => void {
    checkArgument("subscribe: handler", handler, informerHandler);
    const calls = createHandlerCalls(this.#calls);
    const subscription = { handler, calls };
    this.#subscriptions.add(subscription);
    for (const object of this.#objects.values()) calls.callFor(object.metadata, () => handler.set?.(object, undefined));
    return () => {
      calls.close();
      this.#subscriptions.delete(subscription);
    };
  }

  close(): void {
    this.#stop.abort(new Error("the informer was closed"));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #stopWith(signal: AbortSignal): void {
    const stop = (): void => this.#stop.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true, signal: this.#stop.signal });
  }

  #target(onSynced: () => void): ReflectorTarget<CachedObject> {
    const objects = this.#objects;
    const storeTarget = createStoreTarget(objects, callingEach(this.#subscriptions));
    const setComplete = (isComplete: boolean): void => {
      this.isComplete = isComplete;
      for (const { handler, calls } of this.#subscriptions) calls.callOnce(() => handler.complete?.(isComplete));
    };
    return {
      ...storeTarget,
      size: () => objects.size,
      readable: () => {
        this.lastError = undefined;
      },
      replace: (items) => {
        storeTarget.replace(items);
        setComplete(true);
        onSynced();
      },
      forget: () => {
        setComplete(false);
        objects.clear();
      },
    };
  }
}

/** Calls every handler for a change. */
function callingEach(
  subscriptions: ReadonlySet<Subscription<AnyObject>>,
): Required<Pick<InformerHandler<AnyObject, CachedObject>, "set" | "remove">> {
  return {
    set: (object, before) => {
      for (const { handler, calls } of subscriptions)
        calls.callFor(object.metadata, () => handler.set?.(object, before));
    },
    remove: (object) => {
      for (const { handler, calls } of subscriptions) calls.callFor(object.metadata, () => handler.remove?.(object));
    },
  };
}

/** Turns the current state into changes. */
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
