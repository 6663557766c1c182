import type { ObjectApi, Snapshot } from "./object-api.ts";
import type { ObjectChange } from "./object-watch.ts";

/** The changes that one client received by consecutive watches. */
export interface Follower {
  readonly changes: readonly ObjectChange[];
  /** The lists that it read where a server no longer had the changes after its version. */
  readonly relists: readonly Relist[];
}

export interface Relist extends Snapshot {
  /** The version that the follower had before. */
  readonly after: number;
  readonly begunMs: number;
  readonly endedMs: number;
}

export interface Followers {
  readonly all: readonly Follower[];
  /** Resolves once each of them has received a version. @throws what one of them threw */
  reached(version: number): Promise<void>;
  stop(): Promise<void>;
}

// A server that is down ends a watch immediately.
const pauseMs = 20;

/**
 * Clients that follow the objects by watches. When a watch ends, the next one resumes from the last
 * received version, at another server; where a server no longer has that version, from a new list.
 */
export async function startFollowers(servers: readonly ObjectApi[], count: number): Promise<Followers> {
  const first = (await servers[0]!.snapshot())?.version;
  if (first === undefined) throw new Error("the objects can't be listed");
  const stopped = new AbortController();
  const all = Array.from({ length: count }, (_, i) => ({
    changes: [] as ObjectChange[],
    relists: [] as Relist[],
    version: first,
    turn: i,
  }));
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
      const end = await server.watch(follower.version, { tell, signal });
      if (end === "expired") await relist(follower, server);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async function relist(follower: (typeof all)[number], server: ObjectApi): Promise<void> {
    const { version: after } = follower;
    const begunMs = performance.now();
    const snapshot = await server.snapshot();
    if (snapshot === undefined) return;
    if (snapshot.version < after) throw new Error(`version ${snapshot.version} was listed after version ${after}`);
    follower.relists.push({ ...snapshot, after, begunMs, endedMs: performance.now() });
    follower.version = snapshot.version;
    for (const check of waiting) check();
  }

  const ended = Promise.all(all.map(follow));
  // What a follower throws is reported by \`reached\` and \`stop\`.
  ended.catch(() => undefined);
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
