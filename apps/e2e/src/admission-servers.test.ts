import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EtcdServers, findEtcd, startEtcd } from "@svc/storage/testing/etcd";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createJsonClient, type JsonClient } from "./linearizability/json-client.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const program = findEtcd();
if (program === undefined) console.log("no etcd: its tests are skipped; put it on the path, or name it in SVC_ETCD");
const token = "admission-servers";
const group = "/apis/admissionregistration.k8s.io/v1";
const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }];

describe.skipIf(program === undefined)("admission by two servers over one etcd", () => {
  let dir: string;
  let etcd: EtcdServers;
  let servers: readonly [ServerProcess, ServerProcess];
  let clients: readonly [JsonClient, JsonClient];

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "svc-e2e-admission-"));
    const tokens = join(dir, "tokens.csv");
    writeFileSync(tokens, `${token},admin,admin,"system:masters"\n`);
    etcd = await startEtcd({ program: program! });
    const flags = [`--etcd-servers=${etcd.endpoints}`, `--token-auth-file=${tokens}`, "--controllers="];
    // One after the other: the first one makes what a new store has.
    servers = [await startServerProcess("kubernetes", flags), await startServerProcess("kubernetes", flags)];
    const [first, second] = servers;
    clients = [createJsonClient({ url: first.url, token }), createJsonClient({ url: second.url, token })];
  }, 120_000);
  afterAll(async () => {
    for (const client of clients ?? []) client.close();
    for (const server of servers ?? []) await server[Symbol.asyncDispose]();
    await etcd?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Milliseconds until the second server responds to a dry run of a create with a code. */
  async function untilSecond(code: number): Promise<number> {
    const startedMs = performance.now();
    for (;;) {
      const content = { metadata: { name: "probe" } };
      const answer = await clients[1].ask("POST", "/api/v1/namespaces/default/configmaps?dryRun=All", content);
      const elapsedMs = performance.now() - startedMs;
      if (answer.code === code) return elapsedMs;
      if (elapsedMs > 10_000) throw new Error(`the second server responds with ${answer.code}, not with ${code}`);
    }
  }

  const clientConfig = { url: "https://127.0.0.1:1/webhook" };
  const webhook = { name: "a.example.com", clientConfig, sideEffects: "None", admissionReviewVersions: ["v1"], rules };
  test.each<readonly [what: string, code: number, objects: readonly (readonly [resource: string, content: object])[]]>([
    [
      "policy",
      422,
      [
        [
          "validatingadmissionpolicies",
          { spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression: "false" }] } },
        ],
        ["validatingadmissionpolicybindings", { spec: { policyName: "e2e", validationActions: ["Deny"] } }],
      ],
    ],
    ["webhook", 500, [["validatingwebhookconfigurations", { webhooks: [webhook] }]]],
  ])("a %s that one server stores is in force at the other within 100 ms", { timeout: 60_000 }, async (...row) => {
    const [, code, objects] = row;
    await untilSecond(201);
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      for (const [resource, content] of objects)
        await clients[0].ask("POST", `${group}/${resource}`, { metadata: { name: "e2e" }, ...content });
      times.push(await untilSecond(code));
      for (const [resource] of objects) await clients[0].ask("DELETE", `${group}/${resource}/e2e`);
      times.push(await untilSecond(201));
    }
    // The median: another process may have the machine's cores for longer than that once.
    expect(times.sort((a, b) => a - b)[times.length >> 1]).toBeLessThan(100);
  });
});
