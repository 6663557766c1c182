import { type Clock, type Dialect, type Log, silentLog, systemClock } from "@svc/meta";
import type { AnyObject, Stored } from "../client/objects.ts";
import type { Selection } from "../client/options.ts";
import type { ResourceClient } from "../client/resource-client.ts";
import { createPlaces, type Places } from "./places.ts";
import { type Mirror, reflect } from "./reflect.ts";

/** What an informer must know of what it keeps. */
export interface Kept {
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
}

export interface InformerOptions<T extends AnyObject> extends Selection {
  readonly resource: ResourceClient<T>;
  readonly dialect: Dialect;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default silentLog */
  readonly log?: Log;
  /** From 0 to below 1, spreads retries. @default Math.random */
  readonly random?: () => number;
  /** How many objects come with one request where the server does not stream lists. @default 500 */
  readonly pageSize?: number;
  /** With more it does not sync, and says so in the log. @default 1,000,000 */
  readonly maxObjects?: number;
}

/** What of an object is kept, and handlers are told: less makes the copy smaller. */
interface Keeping<T extends AnyObject, K extends Kept> {
  readonly keep: (object: Stored<T>) => K;
}

/** Is told what changes, in order. What it throws is logged, and does not stop the others. */
export interface InformerHandler<T extends AnyObject, K extends Kept = Stored<T>> {
  /** @param before what it was; undefined when it is new. An object of the same name with another uid is another one */
  readonly set?: (object: K, before: K | undefined) => void;
  /** @param object the last that was known of it: what happened just before it went may have been missed */
  readonly remove?: (object: K) => void;
}

/** A copy of a collection that is kept up to date. Objects are shared: whoever changes one must copy it. */
export interface Informer<T extends AnyObject, K extends Kept = Stored<T>> {
  /** When everything that was there at the start is known. Rejects with the signal's reason. */
  readonly synced: Promise<void>;
  readonly size: number;
  /** @param namespace none for what has none */
  get(name: string, namespace?: string): K | undefined;
  /** @param namespace none for all */
  list(namespace?: string): readonly K[];
  /** @returns ends the subscription. A handler is first told everything that is known, as new */
  subscribe(handler: InformerHandler<T, K>): () => void;
}

/** Follows a collection: lists it, watches it from there, and lists anew when the server has forgotten where it was. */
export function startInformer<T extends AnyObject>(options: InformerOptions<T>): Informer<T>;
export function startInformer<T extends AnyObject, K extends Kept>(
  options: InformerOptions<T> & Keeping<T, K>,
): Informer<T, K>;
export function startInformer<T extends AnyObject>(
  options: InformerOptions<T> & Partial<Keeping<T, Kept>>,
): Informer<T, Kept> {
  const { clock = systemClock, log = silentLog, random = Math.random, pageSize = 500 } = options;
  const { maxObjects = 1_000_000, keep = (object) => object, signal, resource } = options;
  const objects = createPlaces<Kept>();
  const handlers = new Set<InformerHandler<T, Kept>>();
  const { promise: synced, resolve, reject } = Promise.withResolvers<void>();
  // Whoever does not wait for it needs no word of its end.
  synced.catch(() => undefined);
  const guarded = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      log.error("a handler of an informer failed", { path: resource.path, error: String(error) });
    }
  };
  const mirror = createMirror<T>(objects, keep, {
    set: (object, before) => {
      for (const handler of handlers) guarded(() => handler.set?.(object, before));
    },
    remove: (object) => {
      for (const handler of handlers) guarded(() => handler.remove?.(object));
    },
  });
  const first: Mirror<T> = {
    ...mirror,
    replace: (items) => {
      mirror.replace(items);
      resolve();
    },
  };
  void reflect({ ...options, clock, log, random, pageSize, maxObjects }, first).then(() => reject(signal.reason));
  return {
    synced,
    get size() {
      return objects.size;
    },
    get: (name, namespace = "") => objects.get(namespace, name),
    list: (namespace) => [...objects.values(namespace)],
    subscribe: (handler) => {
      handlers.add(handler);
      for (const object of objects.values()) guarded(() => handler.set?.(object, undefined));
      return () => void handlers.delete(handler);
    },
  };
}

/** Turns what is into what changed. */
function createMirror<T extends AnyObject>(
  objects: Places<Kept>,
  keep: (object: Stored<T>) => Kept,
  handler: Required<InformerHandler<T, Kept>>,
): Mirror<T> {
  const set = (whole: Stored<T>): void => {
    const object = keep(whole);
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
      handler.remove(keep(object));
    },
    replace: (items) => {
      const present = createPlaces<true>();
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
