import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createJsonClient, type JsonClient } from "./linearizability/json-client.ts";
import { createRandom, expectOneOrder } from "./linearizability/one-order.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const token = "crashes";
const rounds = Number(process.env["SVC_CRASHES"] ?? 3);
const seed = Number(process.env["SVC_SEED"] ?? randomInt(2 ** 31));
const finalizers = ["example.com/held"];

interface Described {
  readonly metadata: { readonly uid: string; readonly deletionTimestamp?: string };
}

// A few crashes: SVC_CRASHES=30 makes more of them.
describe("a server over its own store that crashes again and again", () => {
  let dir: string;
  let server: ServerProcess;
  let client: JsonClient;

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "svc-e2e-crashes-"));
    const tokens = join(dir, "tokens.csv");
    writeFileSync(tokens, `${token},admin,admin,"system:masters"\n`);
    server = await startServerProcess("kubernetes", [`--token-auth-file=${tokens}`]);
    client = createJsonClient({ url: server.url, token });
  });
  afterAll(async () => {
    client?.close();
    await server?.[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });

  async function answerOf(method: string, path: string, content?: unknown): Promise<Described> {
    const { code, body } = await client.ask(method, path, content);
    expect([200, 201, 202], `${method} ${path}: ${JSON.stringify(body)}`).toContain(code);
    return body as Described;
  }

  async function startDeletion(namespace: string): Promise<Described> {
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    await answerOf("POST", "/api/v1/namespaces", { metadata: { name: namespace } });
    await answerOf("POST", maps, { metadata: { name: "plain" } });
    await answerOf("POST", maps, { metadata: { name: "held", finalizers } });
    await answerOf("DELETE", `${maps}/held`);
    return answerOf("DELETE", `/api/v1/namespaces/${namespace}`);
  }

  async function expectDeletionGoesOn(namespace: string, deleted: Described): Promise<void> {
    const path = `/api/v1/namespaces/${namespace}`;
    const { metadata } = await answerOf("GET", path);
    expect(metadata).toMatchObject({
      uid: deleted.metadata.uid,
      deletionTimestamp: deleted.metadata.deletionTimestamp,
    });
    const held = `${path}/configmaps/held`;
    expect((await answerOf("GET", held)).metadata.deletionTimestamp).toBeTypeOf("string");
    await expect.poll(async () => (await client.ask("GET", `${path}/configmaps/plain`)).code).toBe(404);
    const { body } = await client.ask("GET", held);
    const { metadata: live, ...rest } = body as Described & { readonly metadata: object };
    await answerOf("PUT", held, { ...rest, metadata: { ...live, finalizers: [] } });
    await expect.poll(async () => (await client.ask("GET", path)).code).toBe(404);
  }

  async function crash(): Promise<void> {
    await server.kill();
    await server.start();
  }

  test.each(Array.from({ length: rounds }, (_, i) => i))(
    "crash %i: no acknowledged write is lost, watches and deletions continue",
    { timeout: 120_000 },
    async (round) => {
      const random = createRandom(seed + round);
      const namespace = `deleted-${round}`;
      let deleted: Described | undefined;
      const names = [1, 2, 3].map((i) => `r${round}-${i}`);
      await expectOneOrder(
        { servers: [{ url: server.url, token }], names, seed: seed + round, mayExpire: true },
        async (race) => {
          deleted = await startDeletion(namespace);
          await race.written(1 + Math.floor(random() * 40));
          await crash();
          await race.written(20);
        },
      );
      await expectDeletionGoesOn(namespace, deleted!);
    },
  );
});
