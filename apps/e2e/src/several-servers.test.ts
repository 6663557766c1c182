import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EtcdServers, findEtcd, startEtcd } from "@svc/storage/testing/etcd";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOrder } from "./linearizability/find-order.ts";
import { startFollowers } from "./linearizability/followers.ts";
import { createObjectApi } from "./linearizability/object-api.ts";
import { type Race, startRace } from "./linearizability/racing-clients.ts";
import { storedObject } from "./linearizability/stored-object.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const program = findEtcd();
if (program === undefined) console.log("no etcd: its tests are skipped; put it on the path, or name it in SVC_ETCD");
const token = "several-servers";

describe.skipIf(program === undefined)("two servers over one etcd, clients that ask them by turns", () => {
  let dir: string;
  let etcd: EtcdServers;
  let servers: readonly [ServerProcess, ServerProcess];

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "svc-e2e-several-"));
    const tokens = join(dir, "tokens.csv");
    writeFileSync(tokens, `${token},admin,admin,"system:masters"\n`);
    etcd = await startEtcd({ program: program! });
    const flags = [`--etcd-servers=${etcd.endpoints}`, `--token-auth-file=${tokens}`, "--controllers="];
    // One after the other: the first one makes what a new store has.
    servers = [await startServerProcess("kubernetes", flags), await startServerProcess("kubernetes", flags)];
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server[Symbol.asyncDispose]();
    await etcd?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /**
   * Lets clients race while something happens, and checks what each of them was told, by responses
   * and by watches.
   */
  async function expectOneOrder(names: readonly string[], during: (race: Race) => Promise<void>): Promise<void> {
    const seed = Number(process.env["SVC_SEED"] ?? randomInt(2 ** 31));
    const apis = servers.map(({ url }) => createObjectApi({ url, token }));
    const followers = await startFollowers(apis, 4);
    const race = startRace({ servers: apis, clients: 8, names, random: createRandom(seed) });
    try {
      await during(race);
      await race.stop();
      const done = versionsOf(race);
      const last = Math.max(...done.keys());
      await followers.reached(last);
      // A write without a response may be told to some of them only later.
      const [changes = [], ...others] = followers.all.map((follower) =>
        follower.changes.filter(({ version }) => version <= last),
      );
      for (const other of others) expect(other, `what followers were told, with SVC_SEED=${seed}`).toEqual(changes);
      const told = new Map(changes.map(({ version, value }) => [version, value]));
      for (const [version, value] of done)
        expect(told.get(version), `the event of ${version}, with SVC_SEED=${seed}`).toBe(value);
    } finally {
      await race.stop();
      await followers.stop();
      for (const api of apis) api.close();
    }
    for (const [name, history] of race.histories) {
      const order = findOrder(history, storedObject);
      const unexplained = order.ok ? [] : [...order.longest.slice(-5), "then none of", ...order.next];
      expect(unexplained, `the history of ${name}, with SVC_SEED=${seed}`).toEqual([]);
    }
  }

  test("what one acknowledged, the other one tells, to watches too", { timeout: 120_000 }, () =>
    expectOneOrder(["a1", "a2", "a3"], (race) => race.written(150)),
  );

  test("also while one of them is killed and starts anew", { timeout: 120_000 }, () =>
    expectOneOrder(["b1", "b2", "b3"], async (race) => {
      await race.written(40);
      await servers[1].kill();
      await race.written(40);
      await servers[1].start();
      await race.written(60);
    }),
  );

  test("also while etcd is killed and starts anew", { timeout: 120_000 }, () =>
    expectOneOrder(["c1", "c2", "c3"], async (race) => {
      await race.written(40);
      await etcd.kill(0);
      await etcd.start(0);
      await race.written(60);
    }),
  );
});

/** The values that were written, by the version that the acknowledgement told. */
function versionsOf({ histories }: Race): ReadonlyMap<number, string> {
  const calls = [...histories.values()].flat().map(({ call }) => call);
  return new Map(
    calls.flatMap((call) =>
      (call.op === "create" || call.op === "update") && call.answer === "done" ? [[call.version, call.value]] : [],
    ),
  );
}

/** Numbers from 0 to below 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
