import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@svc/base";
import type { ResponseWriter, StreamBody } from "@svc/http";
import { tooManyRequests } from "@svc/meta";
import { methodNotServed, type ServerExtension } from "@svc/server";
import type { BackupOptions, BackupResult } from "@svc/storage/embedded";

/** Path of the server at which a backup of its embedded store is read. */
export const backupPath = "/backup";

interface BackupPathOptions {
  /** Writes a backup to a file, as `EmbeddedStorage.backup` does. */
  readonly backup: (options: BackupOptions) => Promise<BackupResult>;
  /** Directory of the temporary file; on the disk that holds the store. */
  readonly directory: string;
  readonly log: Log;
}

const chunkBytes = 256 * 1024;

/**
 * Serves `GET /backup`: the current state of the embedded store as one file, for users who are
 * authorized to `get` the path. One backup is made at a time, since it needs as much space on the
 * disk as the store's newest values; a second request gets 429.
 */
export function backupExtension({ backup, directory, log }: BackupPathOptions): ServerExtension {
  let running = false;
  const respond = async (signal: AbortSignal): Promise<StreamBody> => {
    if (running) throw tooManyRequests("Another backup is being made, please try again later.", 5);
    running = true;
    const path = join(directory, `.backup-${randomUUID()}`);
    const done = async (file?: FileHandle): Promise<void> => {
      await file?.close();
      await rm(path, { force: true });
      running = false;
    };
    try {
      const { revision, entries } = await backup({ file: path });
      log.info("backup made", { revision, entries });
      signal.throwIfAborted();
      const file = await open(path);
      return {
        start: (writer) =>
          void sendFile(file, writer)
            .catch((error: unknown) => {
              log.error("backup not sent", { error: String(error) });
              writer.abort();
            })
            .then(() => done(file))
            .catch((error: unknown) =>
              log.error("temporary file of a backup not removed", { path, error: String(error) }),
            ),
      };
    } catch (error) {
      await done();
      throw error;
    }
  };
  return {
    name: "backup",
    paths: () =>
      new Map([
        [
          backupPath.slice(1),
          {
            handler: async ({ info, request }) => {
              if (info.path !== backupPath) return undefined;
              if (info.method !== "GET") throw methodNotServed();
              const body = await respond(request.signal);
              return { status: 200, headers: ["Content-Type", "application/octet-stream"], body };
            },
          },
        ],
      ]),
  };
}

async function sendFile(file: FileHandle, writer: ResponseWriter): Promise<void> {
  let closed = false;
  let resume = (): void => undefined;
  writer.onClose(() => {
    closed = true;
    resume();
  });
  writer.onDrain(() => resume());
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
    if (closed) return;
    if (bytesRead === 0) return writer.end();
    const drained = new Promise<void>((resolve) => {
      resume = resolve;
    });
    if (!writer.write(buffer.subarray(0, bytesRead))) await drained;
  }
}
