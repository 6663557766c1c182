import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Clock, Log } from "@svc/base";
import { aBoolean, aClock, aLog, aNonNegativeNumber, aString, checkArgument, optionsOf } from "@svc/base/check";

interface LogFileOptions {
  readonly path: string;
  /** A larger file is rotated. */
  readonly maxBytes: number;
  /** Rotated files that are kept; 0 keeps all. */
  readonly maxBackups: number;
  /** Milliseconds for which rotated files are kept; 0 keeps them forever. */
  readonly maxAgeMs: number;
  readonly compress: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** An append-only file with rotation. On return, an event is written to the system. */
interface LogFile {
  /** @throws where it cannot be written */
  append(text: string): void;
  close(): Promise<void>;
}

const logFileOptions = optionsOf<LogFileOptions>({
  path: aString,
  maxBytes: aNonNegativeNumber,
  maxBackups: aNonNegativeNumber,
  maxAgeMs: aNonNegativeNumber,
  compress: aBoolean,
  clock: aClock,
  log: aLog,
});

/**
 * Opens a file and creates its directories. Only the owner can read the files.
 * @throws {TypeError} for a wrong argument
 */
export function openLogFile(options: LogFileOptions): LogFile {
  checkArgument("openLogFile: options", options, logFileOptions);
  const { path, maxBytes, clock } = options;
  let file = openForAppend(path);
  let size = fstatSync(file).size;
  let tidying: Promise<void> = Promise.resolve();
  const rotate = (): void => {
    // Another program may have moved the file or its directory.
    if (existsSync(path)) renameSync(path, backupPath(path, clock.now()));
    const next = openForAppend(path);
    closeSync(file);
    file = next;
    size = 0;
    tidying = tidying.then(() => tidy(options));
  };
  return {
    append: (text) => {
      const bytes = Buffer.from(text);
      if (size > 0 && size + bytes.length > maxBytes) rotate();
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      size += bytes.length;
    },
    close: async () => {
      closeSync(file);
      await tidying;
    },
  };
}

/** Creates the file and its directories where they are absent. */
function openForAppend(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return openSync(path, "a", 0o600);
}

/** `audit-2026-11-21T12-18-30.942.log`, or a later millisecond where that exists. */
function backupPath(path: string, nowMs: number): string {
  const extension = extname(path);
  const stamp = new Date(nowMs).toISOString().slice(0, -1).replaceAll(":", "-");
  const backup = join(dirname(path), `${basename(path, extension)}-${stamp}${extension}`);
  return existsSync(backup) || existsSync(`${backup}.gz`) ? backupPath(path, nowMs + 1) : backup;
}

/** Deletes old and excess files, and optionally compresses the rest. */
async function tidy({ path, maxBackups, maxAgeMs, compress, clock, log }: LogFileOptions): Promise<void> {
  try {
    const backups = backupsOf(path);
    const kept = backups.filter(({ file, modifiedMs }, i) => {
      const isOld = maxAgeMs > 0 && modifiedMs < clock.now() - maxAgeMs;
      if (!isOld && (maxBackups === 0 || i < maxBackups)) return true;
      unlinkSync(file);
      return false;
    });
    if (!compress) return;
    for (const { file } of kept.filter(({ file }) => !file.endsWith(".gz"))) {
      await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`, { mode: 0o600 }));
      unlinkSync(file);
    }
  } catch (error) {
    log.error("files of the audit log cannot be put away", { path, error: String(error) });
  }
}

/** The newest first. */
function backupsOf(path: string): readonly { readonly file: string; readonly modifiedMs: number }[] {
  const extension = extname(path);
  const [prefix, folder] = [`${basename(path, extension)}-`, dirname(path)];
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && (name.endsWith(extension) || name.endsWith(`${extension}.gz`)))
    .map((name) => ({ file: join(folder, name), modifiedMs: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => (a.file < b.file ? 1 : -1));
}
