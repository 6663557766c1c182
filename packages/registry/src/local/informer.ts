import type { Timer } from "@svc/base";
import { everyField, everyLabel } from "@svc/meta";
import type { WatchEvent, WatchHandle } from "@svc/watch";
import type { Endpoint } from "../context.ts";
import type { Registry } from "../registry.ts";
import type { StoredObject } from "../stored-object.ts";

/** Receives every existing object, then every change. */
export interface InformerHandler {
  readonly set: (stored: StoredObject) => void;
  readonly remove: (stored: StoredObject) => void;
}

/** A running watch of all objects of one resource, in this process. */
export interface Informer {
  /** Resolves when every object that existed at the start has been delivered. */
  readonly ready: Promise<void>;
  stop(): void;
}

/** Long enough that the watch practically never has to begin anew. */
const timeoutMs = 2_000_000_000;
const retryMs = 1_000;

interface InformerOptions {
  readonly registry: Registry;
  /**
   * Read at each start of the watch; undefined once the resource is not served any more, which ends
   * the informer.
   */
  readonly endpoint: () => Endpoint | undefined;
  readonly handler: InformerHandler;
}

/**
 * Follows a resource from its cache. Delivered objects are remembered by key, so that a watch that
 * has to begin anew delivers removals that happened in between. When the resource is removed, every
 * object is delivered as removed.
 */
export function startInformer({ registry, endpoint, handler }: InformerOptions): Informer {
  const present = new Map<string, StoredObject>();
  const { clock, log } = registry.environment;
  let handle: WatchHandle | undefined;
  let retry: Timer | undefined;
  let stopped = false;
  const { promise: synced, resolve: reportSynced } = Promise.withResolvers<void>();

  const put = (item: StoredObject): void => {
    present.set(item.key, item);
    handler.set(item);
  };
  const drop = (item: StoredObject): void => {
    present.delete(item.key);
    handler.remove(item);
  };
  const sink = {
    initial: (items: readonly StoredObject[]): void => {
      const keys = new Set(items.map((item) => item.key));
      for (const [key, item] of [...present]) if (!keys.has(key)) drop(item);
      for (const item of items) put(item);
      reportSynced();
    },
    event: ({ type, item }: WatchEvent<StoredObject>): void => {
      if (type === "DELETED") drop(item);
      else put(item);
    },
    bookmark: (): void => undefined,
    end: (): void => {
      if (!stopped) queueMicrotask(resume);
    },
  };
  const begin = async (): Promise<void> => {
    if (stopped) return;
    const current = endpoint();
    if (current === undefined || registry.store(current.definition) === undefined) {
      for (const item of [...present.values()]) drop(item);
      reportSynced();
      return;
    }
    const started = await registry.watch(current, {
      namespace: undefined,
      selectors: { labels: everyLabel, fields: everyField },
      from: { kind: "latest" },
      bookmarks: false,
      timeoutMs,
      sink,
    });
    handle = started;
    if (stopped) started.stop();
  };
  const resume = (): void => {
    begin().catch((error: unknown) => {
      if (stopped) return;
      log.warn("an informer could not resume its watch, will retry", { error: String(error) });
      retry = clock.after(retryMs, resume);
    });
  };
  const first = begin();
  return {
    ready: first.then(() => synced),
    stop: () => {
      stopped = true;
      retry?.cancel();
      handle?.stop();
    },
  };
}
