import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createConnection, createServer, type Server } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { LockedError } from "../errors.ts";
import type { DirectoryLock } from "./disk.ts";

const ownerFile = "owner.json";
const socketPattern = /^owner\.(\d+)\.sock$/;
// Length of a socket address that all systems support.
const maxPathBytes = 100;

/** True for file names that belong to locks. */
export function isLockFile(name: string): boolean {
  return name === ownerFile || socketPattern.test(name);
}

/**
 * Locks a directory for one store. The holder listens on a socket in the directory: the kernel
 * closes it when the process ends, for any reason, so a lock cannot outlive its holder, and no
 * process ids are compared, which mean nothing across containers. The socket file of a dead holder
 * remains; since two processes may find it at once, it is not reused, and the next number follows:
 *
 * 1. Connect to every existing socket. One that accepts is alive: reject. 2. Listen on the number
 * after the highest. The kernel allows this to one process. 3. List the sockets again. If another
 * one is alive, or has a higher number: give up. 4. Remove the others, which are dead.
 *
 * Of two processes past step 3, one was the last to listen; it listed the sockets after that, and
 * would have found the other one alive.
 * @throws {LockedError} when another process holds the lock
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  if (process.platform === "win32") return lockByName(dir);
  const short = await shortPath(dir);
  try {
    return await lockBySocket(dir, short.path);
  } finally {
    await short.remove();
  }
}

async function lockBySocket(dir: string, shortDir: string): Promise<DirectoryLock> {
  const path = (number: number): string => join(shortDir, `owner.${number}.sock`);
  const before = await numbers(dir);
  for (const number of before) if (await isAlive(path(number))) throw await locked(dir);
  const mine = before.reduce((last, number) => Math.max(last, number), 0) + 1;
  const server = await listen(path(mine));
  if (server === undefined) throw await locked(dir);
  const others = (await numbers(dir)).filter((n) => n !== mine);
  let isTaken = others.some((n) => n > mine);
  for (const number of others) isTaken ||= await isAlive(path(number));
  if (isTaken) {
    await close(server);
    throw await locked(dir);
  }
  for (const number of others) await rm(join(dir, `owner.${number}.sock`), { force: true });
  await writeFile(join(dir, ownerFile), `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`, { mode: 0o600 });
  return { release: () => close(server) };
}

/** Windows pipes have their own namespace and end with their process. */
async function lockByName(dir: string): Promise<DirectoryLock> {
  const name = createHash("sha256")
    .update((await realpath(dir)).toLowerCase())
    .digest("hex");
  const server = await listen(`\\\\.\\pipe\\svc-storage-${name}`);
  if (server === undefined) throw await locked(dir);
  await writeFile(join(dir, ownerFile), `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`);
  return { release: () => close(server) };
}

async function numbers(dir: string): Promise<readonly number[]> {
  const found = (await readdir(dir)).map((name) => socketPattern.exec(name)?.[1]);
  return found.filter((n) => n !== undefined).map(Number);
}

/**
 * Returns a listening server, whose existence is the lock; undefined if another process listens at
 * the path.
 */
function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else
        reject(
          new Error(`the directory cannot be locked, since ${path} cannot be created: ${error.message}`, {
            cause: error,
          }),
        );
    });
    server.listen({ path }, () => {
      server.unref();
      resolve(server);
    });
  });
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ path });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    // No process listens, or the socket is gone. Any other error, such as a full queue, means that
    // one listens.
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code !== "ECONNREFUSED" && error.code !== "ENOENT");
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function locked(dir: string): Promise<LockedError> {
  const owner = await readFile(join(dir, ownerFile), "utf8").then(describeOwner, () => "");
  return new LockedError(`${dir} is open already${owner}; one store at a time can have it`);
}

function describeOwner(text: string): string {
  try {
    const { pid, host } = JSON.parse(text) as { readonly pid: unknown; readonly host: unknown };
    return ` (process ${String(pid)} on ${String(host)})`;
  } catch {
    return "";
  }
}

/**
 * Returns the directory, or a symbolic link to it where its path exceeds the length of a socket
 * address.
 */
async function shortPath(dir: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(dir) <= maxPathBytes - 24) return { path: dir, remove: async () => undefined };
  const parent = await mkdtemp(join(tmpdir(), "svc-"));
  const path = join(parent, "d");
  await symlink(await realpath(dir), path);
  return { path, remove: () => rm(parent, { recursive: true, force: true }) };
}
