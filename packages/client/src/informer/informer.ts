import { type Clock, type Dialect, type Log, silentLog, systemClock } from "@svc/meta";
import type { AnyObject, Stored } from "../client/objects.ts";
import type { Selection } from "../client/options.ts";
import type { ResourceClient } from "../client/resource-client.ts";
import { type Mirror, reflect } from "./reflect.ts";

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
  /** What of an object is kept, and handlers are told: less makes the copy smaller. @default all of it */
  readonly keep?: (object: Stored<T>) => Stored<T>;
}

/** Is told what changes, in order. What it throws is logged, and does not stop the others. */
export interface InformerHandler<T extends AnyObject> {
  /** @param before what it was; undefined when it is new. An object of the same name with another uid is another one */
  readonly set?: (object: Stored<T>, before: Stored<T> | undefined) => void;
  /** @param object the last that was known of it: what happened just before it went may have been missed */
  readonly remove?: (object: Stored<T>) => void;
}

/** A copy of a collection that is kept up to date. Objects are shared: whoever changes one must copy it. */
export interface Informer<T extends AnyObject> {
  /** When everything that was there at the start is known. Rejects with the signal's reason. */
  readonly synced: Promise<void>;
  readonly size: number;
  /** @param namespace none for what has none */
  get(name: string, namespace?: string): Stored<T> | undefined;
  /** @param namespace none for all */
  list(namespace?: string): readonly Stored<T>[];
  /** @returns ends the subscription. A handler is first told everything that is known, as new */
  subscribe(handler: InformerHandler<T>): () => void;
}

/** Follows a collection: lists it, watches it from there, and lists anew when the server has forgotten where it was. */
export function startInformer<T extends AnyObject>(options: InformerOptions<T>): Informer<T> {
  const { clock = systemClock, log = silentLog, random = Math.random, pageSize = 500 } = options;
  const { maxObjects = 1_000_000, keep = (object) => object, signal, resource } = options;
  const objects = new Map<string, Stored<T>>();
  const handlers = new Set<InformerHandler<T>>();
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
  const mirror = createMirror(objects, keep, {
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
    get: (name, namespace = "") => objects.get(`${namespace}/${name}`),
    list: (namespace) => {
      const all = [...objects.values()];
      return namespace === undefined ? all : all.filter((o) => o.metadata.namespace === namespace);
    },
    subscribe: (handler) => {
      handlers.add(handler);
      for (const object of objects.values()) guarded(() => handler.set?.(object, undefined));
      return () => void handlers.delete(handler);
    },
  };
}

/** Turns what is into what changed. */
function createMirror<T extends AnyObject>(
  objects: Map<string, Stored<T>>,
  keep: (object: Stored<T>) => Stored<T>,
  handler: Required<InformerHandler<T>>,
): Mirror<T> {
  const keyOf = ({ metadata }: Stored<T>): string => `${metadata.namespace ?? ""}/${metadata.name}`;
  const set = (whole: Stored<T>): void => {
    const object = keep(whole);
    const key = keyOf(object);
    let before = objects.get(key);
    if (before !== undefined && before.metadata.uid !== object.metadata.uid) {
      objects.delete(key);
      handler.remove(before);
      before = undefined;
    }
    objects.set(key, object);
    if (before?.metadata.resourceVersion !== object.metadata.resourceVersion) handler.set(object, before);
  };
  return {
    set,
    remove: (object) => {
      objects.delete(keyOf(object));
      handler.remove(keep(object));
    },
    replace: (items) => {
      const present = new Set(items.map(keyOf));
      for (const [key, object] of objects) {
        if (present.has(key)) continue;
        objects.delete(key);
        handler.remove(object);
      }
      items.forEach(set);
    },
  };
}
