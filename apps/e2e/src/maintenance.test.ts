import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  anonymousCredentials,
  type Client,
  type Credentials,
  connectionOf,
  createClient,
  parseKubeconfig,
} from "@svc/client";
import { kubernetesDialect } from "@svc/meta";
import type { BuiltinTypes } from "@svc/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ran, runProgram } from "./run-program.ts";
import { type ServerProcess, serverProgram, startServerProcess } from "./server-process.ts";

let server: ServerProcess;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-maintenance-"));
  server = await startServerProcess("kubernetes");
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function clientOf(kubeconfig: string, credentials?: Credentials): Promise<Client<BuiltinTypes>> {
  const dialect = kubernetesDialect;
  const connection = await connectionOf(parseKubeconfig(readFileSync(kubeconfig, "utf8")), { dialect });
  return createClient<BuiltinTypes>({
    connection: credentials === undefined ? connection : { ...connection, credentials },
    dialect,
  });
}

const command = (...args: readonly string[]): Promise<Ran> => runProgram(process.execPath, [serverProgram, ...args]);

test("a backup of a running server, restored, serves the objects that were there, not later ones", async () => {
  using client = await clientOf(server.kubeconfig);
  const maps = client.core.v1.configmaps("default");
  await maps.create({ metadata: { name: "before" }, data: { text: "x".repeat(500_000) } });
  const file = join(folder, "running.backup");
  expect(await command("backup", file, "--data-dir", server.dataDir)).toMatchObject({ code: 0, stderr: "" });
  const { metadata } = await maps.create({ metadata: { name: "after" } });

  const dataDir = join(folder, "restored");
  expect(await command("restore", file, "--data-dir", dataDir)).toMatchObject({ code: 0, stderr: "" });
  expect(await command("check", "--data-dir", dataDir)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: intact\n$/),
  });
  await using restored = await startServerProcess("kubernetes", [`--data-dir=${dataDir}`]);
  using reader = await clientOf(restored.kubeconfig);
  const { items, metadata: list } = await reader.core.v1.configmaps("default").list();
  const names = items.map((item) => item.metadata.name);
  expect(names).toContain("before");
  expect(names).not.toContain("after");
  // Clients that saw a later state must not take the restored one for a newer version of it.
  expect(Number(list.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion));
});

test("a user without the right to get /backup is refused", async () => {
  using client = await clientOf(server.kubeconfig, anonymousCredentials);
  await expect(client.requester.text({ method: "GET", path: "/backup" })).rejects.toMatchObject({ code: 403 });
});

test("check and backup of a server that runs: refused, and made by the server", async () => {
  expect(await command("check", "--data-dir", server.dataDir)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is open already"),
  });
  expect(await command("backup", join(folder, "none", "file"), "--data-dir", server.dataDir)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: .*none can't be used/),
  });
});
