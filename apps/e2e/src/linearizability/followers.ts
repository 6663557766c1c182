import type { ObjectApi } from "./object-api.ts";
import type { ObjectChange } from "./object-watch.ts";

/** What one client received by its watches, one after the other. */
export interface Follower {
  readonly changes: readonly ObjectChange[];
}

export interface Followers {
  readonly all: readonly Follower[];
  /** Resolves once each of them has received a version. @throws what one of them threw */
  reached(version: number): Promise<void>;
  stop(): Promise<void>;
}

// A server that is not there ends a watch at once.
const pauseMs = 20;

/**
 * Clients that follow the objects by watches. Where one ends, the next goes on from the last
 * version that it told, at another server.
 */
export async function startFollowers(servers: readonly ObjectApi[], count: number): Promise<Followers> {
  const first = await servers[0]!.newestVersion();
  if (first === undefined) throw new Error("the objects can't be listed");
  const stopped = new AbortController();
  const all = Array.from({ length: count }, (_, i) => ({ changes: [] as ObjectChange[], version: first, turn: i }));
  const waiting = new Set<() => void>();
  const { signal } = stopped;

  async function follow(follower: (typeof all)[number]): Promise<void> {
    const tell = (change: ObjectChange): void => {
      const { version } = follower;
      const isNew = change.type === "BOOKMARK" ? change.version >= version : change.version > version;
      if (!isNew) throw new Error(`${JSON.stringify(change)} came after version ${version}`);
      follower.version = change.version;
      if (change.type !== "BOOKMARK") follower.changes.push(change);
      for (const check of waiting) check();
    };
    while (!signal.aborted) {
      const server = servers[follower.turn++ % servers.length]!;
      await server.watch(follower.version, { tell, signal });
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  const ended = Promise.all(all.map(follow));
  return {
    all,
    reached(version) {
      const reached = new Promise<void>((resolve) => {
        const check = (): void => {
          if (all.every((follower) => follower.version >= version)) resolve();
        };
        waiting.add(check);
        check();
      });
      return Promise.race([reached, ended.then(() => undefined)]);
    },
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}
