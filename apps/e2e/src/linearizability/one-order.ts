import assert from "node:assert/strict";
import { findOrder, type TimedCall } from "./find-order.ts";
import { type Relist, startFollowers } from "./followers.ts";
import type { ServerAccess } from "./json-client.ts";
import { createObjectApi } from "./object-api.ts";
import { type Race, startRace } from "./racing-clients.ts";
import { type ObjectCall, storedObject } from "./stored-object.ts";

export interface OneOrderOptions {
  /** Servers of one store. */
  readonly servers: readonly ServerAccess[];
  /** Objects that clients write: few, so that clients meet. */
  readonly names: readonly string[];
  readonly seed: number;
  /** Whether servers may forget the changes before they started. @default false */
  readonly mayExpire?: boolean;
}

/**
 * Lets clients race while an action runs, and checks that all responses and watches agree with one
 * order.
 */
export async function expectOneOrder(
  { servers, names, seed, mayExpire = false }: OneOrderOptions,
  during: (race: Race) => Promise<void>,
): Promise<void> {
  const apis = servers.map(createObjectApi);
  const followers = await startFollowers(apis, 4);
  let histories: Race["histories"] = new Map();
  const race = startRace({ servers: apis, clients: 8, names, random: createRandom(seed) });
  try {
    await during(race);
    await race.stop();
    const done = versionsOf(race);
    const last = Math.max(...done.keys());
    await followers.reached(last);
    const relists = followers.all.flatMap((follower) => follower.relists);
    assert.deepEqual(mayExpire ? [] : relists, [], `watches that expired, with SVC_SEED=${seed}`);
    const isWatched = (version: number): boolean =>
      !relists.some((relist) => version > relist.after && version <= relist.version);
    // Some followers may receive a write without a response later than others.
    const [changes = [], ...others] = followers.all.map((follower) =>
      follower.changes.filter(({ version }) => version <= last && isWatched(version)),
    );
    for (const other of others) assert.deepEqual(other, changes, `what followers were told, with SVC_SEED=${seed}`);
    const received = new Map(changes.map(({ version, value }) => [version, value]));
    for (const [version, value] of done)
      if (isWatched(version))
        assert.equal(received.get(version), value, `the event of ${version}, with SVC_SEED=${seed}`);
    histories = withReads(race.histories, relists);
  } finally {
    await race.stop();
    await followers.stop();
    for (const api of apis) api.close();
  }
  for (const [name, history] of histories) {
    const order = findOrder(history, storedObject);
    const unexplained = order.ok ? [] : [...order.longest.slice(-5), "then none of", ...order.next];
    assert.deepEqual(unexplained, [], `the history of ${name}, with SVC_SEED=${seed}`);
  }
}

/** Lists of followers are reads like those of other clients. */
function withReads(histories: Race["histories"], relists: readonly Relist[]): Race["histories"] {
  const reads = (name: string): readonly TimedCall<ObjectCall>[] =>
    relists.map(({ objects, begunMs, endedMs }) => ({
      call: { op: "read", found: objects.get(name) },
      begunMs,
      endedMs,
    }));
  return new Map([...histories].map(([name, history]) => [name, [...history, ...reads(name)]]));
}

/** The written values, by the version in the acknowledgement. */
function versionsOf({ histories }: Race): ReadonlyMap<number, string> {
  const calls = [...histories.values()].flat().map(({ call }) => call);
  return new Map(
    calls.flatMap((call) =>
      (call.op === "create" || call.op === "update") && call.answer === "done" ? [[call.version, call.value]] : [],
    ),
  );
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
