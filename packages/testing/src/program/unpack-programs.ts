import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AssetsError } from "./assets-error.ts";

const programs: readonly string[] = ["kube-apiserver", "etcd", "kubectl"];

/**
 * Unpacks the programs of a `tar.gz`, at any depth in it, into a folder. The archive is unpacked by
 * `tar`, which Linux, macOS and Windows have.
 *
 * @throws {AssetsError} for an invalid archive, or one without `kube-apiserver` and `etcd`
 */
export async function unpackPrograms(archive: NodeJS.ReadableStream, folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const unpacked = mkdtempSync(join(dirname(folder), ".sideload-"));
  try {
    await untar(archive, unpacked);
    const found = readdirSync(unpacked, { recursive: true, encoding: "utf8" })
      .map((name) => join(unpacked, name))
      .filter((path) => programs.includes(basename(path)) && statSync(path).isFile());
    const has = (name: string): boolean => found.some((path) => basename(path) === name);
    if (!has("kube-apiserver") || !has("etcd"))
      throw new AssetsError("the archive has no kube-apiserver and etcd: it must be one of envtest");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const path of found) {
      chmodSync(path, 0o755);
      renameSync(path, join(folder, basename(path)));
    }
  } finally {
    if (existsSync(unpacked)) rmSync(unpacked, { recursive: true });
  }
}

async function untar(archive: NodeJS.ReadableStream, folder: string): Promise<void> {
  const tar = spawn("tar", ["-xzf", "-", "-C", folder], { stdio: ["pipe", "ignore", "pipe"] });
  const problems: Buffer[] = [];
  tar.stderr.on("data", (chunk: Buffer) => problems.push(chunk));
  const ended = once(tar, "close") as Promise<[code: number | null]>;
  // If tar exits early, its exit code has the reason.
  const [, [code]] = await Promise.all([pipeline(archive, tar.stdin).catch(() => undefined), ended]);
  if (code !== 0) throw new AssetsError(`the archive can't be unpacked: ${Buffer.concat(problems).toString().trim()}`);
}
