import type { ApiObject, Clock, Log } from "@svc/meta";
import type { Api } from "./api.ts";

export interface Follower {
  readonly set: (object: ApiObject) => void;
  readonly remove: (object: ApiObject) => void;
}

export interface FollowOptions {
  readonly api: Api;
  /** Of the collection. */
  readonly path: string;
  readonly metaGroup: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const firstRetryMs = 200;
const lastRetryMs = 30_000;

/**
 * Tells a follower of every object of a collection, and of every change, until the signal ends it. After trouble it waits, longer each time,
 * and begins anew.
 * @returns resolves when everything that was there has been told
 */
export function follow(options: FollowOptions, follower: Follower): Promise<void> {
  const { clock, log, path, signal } = options;
  return new Promise((resolve) => {
    const present = new Map<string, ApiObject>();
    const run = async (): Promise<void> => {
      let retryMs = firstRetryMs;
      while (!signal.aborted) {
        try {
          await round(options, present, follower, resolve);
          retryMs = firstRetryMs;
        } catch (error) {
          if (signal.aborted) return;
          log.debug("a watch of a controller broke off", { path, error: String(error) });
          await pause(clock, retryMs, signal);
          retryMs = Math.min(retryMs * 2, lastRetryMs);
        }
      }
    };
    void run();
  });
}

async function round(
  { api, path, metaGroup, signal }: FollowOptions,
  present: Map<string, ApiObject>,
  follower: Follower,
  told: () => void,
): Promise<void> {
  const { items, resourceVersion } = await api.list(path, metaGroup);
  const uids = new Set(items.map((item) => item.metadata.uid ?? ""));
  for (const [uid, object] of [...present]) {
    if (uids.has(uid)) continue;
    present.delete(uid);
    follower.remove(object);
  }
  for (const item of items) {
    present.set(item.metadata.uid ?? "", item);
    follower.set(item);
  }
  told();
  for (let version = resourceVersion; !signal.aborted; ) {
    for await (const { type, object } of api.watch(path, metaGroup, version, signal)) {
      if (type === "ERROR") return;
      version = object.metadata.resourceVersion ?? version;
      if (type === "BOOKMARK") continue;
      const uid = object.metadata.uid ?? "";
      if (type === "DELETED") {
        present.delete(uid);
        follower.remove(object);
      } else {
        present.set(uid, object);
        follower.set(object);
      }
    }
  }
}

export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.after(ms, resolve);
    signal.addEventListener(
      "abort",
      () => {
        timer.cancel();
        resolve();
      },
      { once: true },
    );
  });
}
