import {
  close,
  constants,
  fdatasync,
  fstat,
  fsync,
  ftruncate,
  mkdir,
  type NoParamCallback,
  open,
  read,
  readdir,
  rename,
  unlink,
  write,
  writev,
} from "node:fs";
import type { Disk, DiskFile, OpenMode } from "./disk.ts";
import { lockDirectory } from "./lock.ts";

const fileMode = 0o600;
const directoryMode = 0o700;

// Linux makes a write through such a descriptor durable in one call: one trip to the thread pool
// instead of two. Elsewhere the flag does not reach the drive's cache, or does not exist.
const writesThrough = process.platform === "linux";

/** The local file system. Files are readable for their owner only. */
export const nodeDisk: Disk = {
  makeDirectory: (path) =>
    new Promise((resolve, reject) => {
      mkdir(path, { recursive: true, mode: directoryMode }, (error) => (error ? reject(error) : resolve()));
    }),
  list: (path) =>
    new Promise((resolve, reject) => {
      readdir(path, (error, names) => {
        if (error === null) resolve(names);
        else if (error.code === "ENOENT") resolve(undefined);
        else reject(error);
      });
    }),
  open: (path, mode) =>
    new Promise((resolve, reject) => {
      open(path, flags(mode), fileMode, (error, fd) => (error ? reject(error) : resolve(nodeFile(fd, mode))));
    }),
  rename: (from, to) => done((callback) => rename(from, to, callback)),
  remove: (path) =>
    new Promise((resolve, reject) => {
      unlink(path, (error) => (error === null || error.code === "ENOENT" ? resolve() : reject(error)));
    }),
  lock: lockDirectory,
  async syncDirectory(path) {
    // Windows journals directory entries and has no such operation.
    if (process.platform === "win32") return;
    const fd = await new Promise<number>((resolve, reject) => {
      open(path, constants.O_RDONLY, (error, fd) => (error ? reject(error) : resolve(fd)));
    });
    try {
      await done((callback) => fsync(fd, callback));
    } finally {
      await done((callback) => close(fd, callback));
    }
  },
};

function flags(mode: OpenMode): number {
  const { O_RDONLY, O_RDWR, O_CREAT, O_TRUNC, O_DSYNC } = constants;
  const through = writesThrough ? O_DSYNC : 0;
  switch (mode) {
    case "read":
      return O_RDONLY;
    case "update":
      return O_RDWR;
    case "create":
      return O_RDWR | O_CREAT | O_TRUNC;
    case "update-through":
      return O_RDWR | through;
    case "create-through":
      return O_RDWR | O_CREAT | O_TRUNC | through;
  }
}

function nodeFile(fd: number, mode: OpenMode): DiskFile {
  const syncs = mode.endsWith("-through") && !writesThrough;
  const sync = (): Promise<void> => done((callback) => fdatasync(fd, callback));
  return {
    size: () =>
      new Promise((resolve, reject) => {
        fstat(fd, (error, stats) => (error ? reject(error) : resolve(stats.size)));
      }),
    async read(into, position) {
      let total = 0;
      while (total < into.byteLength) {
        const count = await readSome(fd, {
          into: total === 0 ? into : into.subarray(total),
          position: position + total,
        });
        if (count === 0) break;
        total += count;
      }
      return total;
    },
    write: (parts, position) => {
      const written = writeAll(fd, { parts, position });
      return syncs ? written.then(sync) : written;
    },
    sync,
    truncate: (length) => done((callback) => ftruncate(fd, length, callback)),
    close: () => done((callback) => close(fd, callback)),
  };
}

interface WriteRequest {
  readonly parts: readonly Uint8Array[];
  readonly position: number;
}

/** Usually one call; more after a short write, as on a disk that fills up. */
function writeAll(fd: number, request: WriteRequest): Promise<void> {
  const { parts, position } = request;
  const reads = parts.reduce((sum, part) => sum + part.byteLength, 0);
  return new Promise((resolve, reject) => {
    const callback = (error: NodeJS.ErrnoException | null, count: number): void => {
      if (error) reject(error);
      else if (count >= reads) resolve();
      else if (count === 0) reject(new Error("the disk takes no more bytes, and does not say why"));
      else resolve(writeAll(fd, { parts: [Buffer.concat(parts).subarray(count)], position: position + count }));
    };
    const only = parts.length === 1 ? parts[0] : undefined;
    if (only !== undefined) write(fd, only, 0, only.byteLength, position, callback);
    else writev(fd, parts as Uint8Array[], position, callback);
  });
}

function readSome(
  fd: number,
  { into, position }: { readonly into: Uint8Array; readonly position: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, into, 0, into.byteLength, position, (error, count) => (error ? reject(error) : resolve(count)));
  });
}

function done(call: (callback: NoParamCallback) => void): Promise<void> {
  return new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));
}
