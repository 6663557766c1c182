import { createWriteStream } from "node:fs";
import { access, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { connectionOf, createClient, parseKubeconfig } from "@svc/client";
import { svcDialect } from "@svc/meta";
import { StartupError } from "@svc/program";
import { LockedError } from "@svc/storage";
import { openEmbeddedStorage } from "@svc/storage/embedded";
import { backupPath } from "./backup-path.ts";
import type { Print } from "./print.ts";
import { checkHasStore, storeDirectory } from "./store-directory.ts";

interface BackupCommandOptions {
  readonly dataDir: string;
  readonly kubeconfig?: string;
  readonly skipDamaged?: boolean;
}

/**
 * Writes a backup of a stopped server's store, or requests one from a running server.
 * @throws {StartupError} if the file exists, there is no store, or the server refuses
 * @throws {CorruptError} for a value that can't be read, without `skipDamaged`
 */
export async function backupCommand(
  file: string,
  { dataDir, kubeconfig, skipDamaged = false }: BackupCommandOptions,
  print: Print,
): Promise<{ readonly damaged: boolean }> {
  await checkAbsent(file);
  if (kubeconfig !== undefined) {
    await download(kubeconfig, file, print);
    return { damaged: false };
  }
  await checkHasStore(dataDir);
  const dir = storeDirectory(dataDir);
  let storage: Awaited<ReturnType<typeof openEmbeddedStorage>>;
  try {
    storage = await openEmbeddedStorage({ dir, compaction: false });
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    await download(join(dataDir, "admin.kubeconfig"), file, print);
    return { damaged: false };
  }
  try {
    const { revision, entries, damaged } = await storage.backup({ file, skipDamaged });
    print(`${file}: ${entries} objects at revision ${revision}`);
    for (const key of damaged) print(`left out, since its value is damaged: ${key}`);
    return { damaged: damaged.length > 0 };
  } finally {
    await storage[Symbol.asyncDispose]();
  }
}

async function checkAbsent(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new StartupError(`${file} exists; a backup does not replace a file`);
  await access(dirname(file)).catch((cause: unknown) => {
    throw new StartupError(`${dirname(file)} can't be used: ${String(cause)}`, { cause });
  });
}

async function download(kubeconfig: string, file: string, print: Print): Promise<void> {
  const text = await readFile(kubeconfig, "utf8").catch((cause: unknown) => {
    throw new StartupError(`the kubeconfig can't be read: ${String(cause)}`, { cause });
  });
  const connection = await connectionOf(parseKubeconfig(text, { path: kubeconfig }), { dialect: svcDialect });
  using client = createClient({ connection });
  const temporary = `${file}.tmp`;
  try {
    const { signal } = new AbortController();
    const { body } = await client.requester.stream({
      method: "GET",
      path: backupPath,
      accept: "application/octet-stream, */*",
      signal,
    });
    await pipeline(Readable.from(body), createWriteStream(temporary, { flags: "wx", mode: 0o600, flush: true }));
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(`the server of ${kubeconfig} made no backup: ${reason}`, { cause });
  }
  print(`${file}: made by the server of ${kubeconfig}`);
}
