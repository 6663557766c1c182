import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "@svc/base";
import { createServer, type Server } from "@svc/server";
import type { BackupOptions, BackupResult } from "@svc/storage/embedded";
import { createMemoryStorage } from "@svc/storage/memory";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { backupExtension } from "./backup-path.ts";

const user = { name: "alice", uid: "", groups: [], extra: {} };
const content = Buffer.alloc(1_000_000, "content ");

describe("the backup path", () => {
  let directory: string;
  let server: Server;
  let backup: (options: BackupOptions) => Promise<BackupResult>;

  const get = (path: string, init?: RequestInit): Promise<Response> =>
    server.fetch(new Request(`https://any.host${path}`, init));

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "backup-path-"));
    backup = async ({ file }) => {
      writeFileSync(file, content);
      return { revision: 7, entries: 1, damaged: [] };
    };
    server = await createServer({
      resources: [],
      storage: createMemoryStorage(),
      authenticator: { authenticate: () => ({ kind: "authenticated", user }) },
      authorizer: { authorize: () => ({ verdict: "allow", reason: "" }) },
      extensions: [backupExtension({ backup: (options) => backup(options), directory, log: silentLog })],
    });
  });
  afterEach(async () => {
    await server.close();
    rmSync(directory, { recursive: true });
  });

  it("sends the whole file, and removes it", async () => {
    const response = await get("/backup");
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(content.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
    await expect.poll(() => readdirSync(directory)).toEqual([]);
  });

  it("makes one backup at a time", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const quick = backup;
    backup = (options) => promise.then(() => quick(options));
    const first = get("/backup");
    const second = await get("/backup");
    expect([second.status, second.headers.get("retry-after")]).toEqual([429, "5"]);
    resolve();
    expect((await (await first).arrayBuffer()).byteLength).toBe(content.length);
    await expect.poll(async () => (await get("/backup")).status).toBe(200);
  });

  it("a backup that fails is a 500, leaves no file, and blocks no later one", async () => {
    const working = backup;
    backup = async ({ file }) => {
      writeFileSync(file, "half");
      throw new Error("no space left");
    };
    expect((await get("/backup")).status).toBe(500);
    expect(readdirSync(directory)).toEqual([]);
    backup = working;
    expect((await get("/backup")).status).toBe(200);
  });

  it.each([
    ["POST", "/backup", 405],
    ["DELETE", "/backup", 405],
    ["GET", "/backup/x", 404],
    ["GET", "/backups", 404],
  ])("%s %s is %i", async (method, path, code) => {
    expect((await get(path, { method })).status).toBe(code);
  });

  it("is not in the index of paths, as in kube-apiserver", async () => {
    const { paths } = (await (await get("/")).json()) as { paths: string[] };
    expect(paths).not.toContain("/backup");
  });
});
