import { everyField, everyLabel, type StatusError } from "@svc/meta";
import type { Endpoint, Registry, StoredObject } from "@svc/registry";
import type { WatchEvent, WatchHandle } from "@svc/watch";

/** What somebody who follows a resource is told: everything that is there, then everything that changes. */
interface Follower {
  readonly set: (stored: StoredObject) => void;
  readonly remove: (stored: StoredObject) => void;
}

export interface Following {
  /** When everything that was there has been told. */
  readonly ready: Promise<void>;
  stop(): void;
}

/** Long enough that the watch practically never has to begin anew. */
const timeoutMs = 2_000_000_000;

/**
 * Tells what happens to a resource, from the cache, in this process. What was told is remembered by key, so that a new beginning
 * after trouble tells what is gone.
 */
export function follow(registry: Registry, endpoint: Endpoint, follower: Follower): Following {
  const present = new Map<string, StoredObject>();
  let handle: WatchHandle | undefined;
  let stopped = false;
  let told: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    told = resolve;
  });

  const put = (item: StoredObject): void => {
    present.set(item.key, item);
    follower.set(item);
  };
  const drop = (item: StoredObject): void => {
    present.delete(item.key);
    follower.remove(item);
  };
  const sink = {
    initial: (items: readonly StoredObject[]): void => {
      const keys = new Set(items.map((item) => item.key));
      for (const [key, item] of [...present]) if (!keys.has(key)) drop(item);
      for (const item of items) put(item);
      told();
    },
    event: ({ type, item }: WatchEvent<StoredObject>): void => {
      if (type === "DELETED") drop(item);
      else put(item);
    },
    bookmark: (): void => undefined,
    end: (_error: StatusError | undefined): void => {
      if (!stopped) queueMicrotask(() => void begin());
    },
  };
  const begin = async (): Promise<void> => {
    if (stopped) return;
    const started = await registry.watch(endpoint, {
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
  const first = begin();
  return {
    ready: first.then(() => ready),
    stop: () => {
      stopped = true;
      handle?.stop();
    },
  };
}
