import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EtcdServers, findEtcd, startEtcd } from "@svc/storage/testing/etcd";
import { afterAll, beforeAll, describe, test } from "vitest";
import { expectOneOrder, type OneOrderOptions } from "./linearizability/one-order.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const program = findEtcd();
if (program === undefined) console.log("no etcd: its tests are skipped; put it on the path, or name it in SVC_ETCD");
const token = "several-servers";

describe.skipIf(program === undefined)("two servers over one etcd, clients that use them in turns", () => {
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

  const store = (names: readonly string[]): OneOrderOptions => ({
    servers: servers.map(({ url }) => ({ url, token })),
    names,
    seed: Number(process.env["SVC_SEED"] ?? randomInt(2 ** 31)),
  });

  test("the writes that one acknowledged are in the reads and watches of the other", { timeout: 120_000 }, () =>
    expectOneOrder(store(["a1", "a2", "a3"]), (race) => race.written(150)),
  );

  test("also while one of them is killed and restarted", { timeout: 120_000 }, () =>
    expectOneOrder({ ...store(["b1", "b2", "b3"]), mayExpire: true }, async (race) => {
      await race.written(40);
      await servers[1].kill();
      await race.written(40);
      await servers[1].start();
      await race.written(60);
    }),
  );

  test("also while etcd is killed and restarted", { timeout: 120_000 }, () =>
    expectOneOrder(store(["c1", "c2", "c3"]), async (race) => {
      await race.written(40);
      await etcd.kill(0);
      await etcd.start(0);
      await race.written(60);
    }),
  );
});
