import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { CorruptError, IncompatibleError } from "../errors.ts";
import { type Disk, readPart } from "./disk.ts";
import { formatVersion } from "./format.ts";
import { isLockFile } from "./lock.ts";
import { parseSegmentFileName } from "./segment.ts";

/** The file that identifies a store directory. */
const storeFileName = "store.json";

const format = "svc-storage";
const maxBytes = 4096;

/**
 * Content of the file. Files of earlier versions have 0 in the last two fields, which means
 * unknown.
 */
export interface StoreFile {
  /** 16 random bytes. */
  readonly id: Buffer;
  /** A segment with this or a higher number exists. */
  readonly lastSegment: number;
  /** The store has reached at least this revision. */
  readonly revision: number;
}

/** Reads the file; undefined when it does not exist. */
export async function readStoreFile(disk: Disk, dir: string): Promise<StoreFile | undefined> {
  const names = await disk.list(dir);
  if (!names?.includes(storeFileName)) return undefined;
  const file = await disk.open(join(dir, storeFileName), "read");
  try {
    return parse((await readPart(file, { from: 0, to: maxBytes })).toString(), dir);
  } finally {
    await file.close();
  }
}

/**
 * Checks that a directory is empty enough for a new store.
 * @throws {IncompatibleError} when it has other files
 */
export async function checkEmpty(disk: Disk, dir: string): Promise<void> {
  const harmless = (name: string): boolean => name === "lost+found" || name.startsWith(".") || isLockFile(name);
  const names = ((await disk.list(dir)) ?? []).filter((n) => !harmless(n) && n !== `${storeFileName}.tmp`);
  if (names.includes(storeFileName)) throw new IncompatibleError(`${dir} holds a store`);
  if (names.some((n) => parseSegmentFileName(n) !== undefined)) {
    throw new IncompatibleError(
      `${dir} holds segments but no ${storeFileName}, as after a restore that did not finish`,
    );
  }
  if (names.length > 0) throw new IncompatibleError(`${dir} is not empty and holds no store, but ${names[0]}`);
}

/** Creates the file of a new store. */
export async function createStoreFile(disk: Disk, dir: string): Promise<StoreFile> {
  const file = { id: randomBytes(16), lastSegment: 0, revision: 0 };
  await writeStoreFile(disk, dir, file);
  return file;
}

/** Replaces the file durably. The data that it refers to must be durable before. */
export async function writeStoreFile(disk: Disk, dir: string, file: StoreFile): Promise<void> {
  const { id, lastSegment, revision } = file;
  const fields = { format, version: formatVersion, id: id.toString("hex"), lastSegment, revision };
  const text = `${JSON.stringify({ ...fields, crc: checksumOf(fields) })}\n`;
  await replaceFile(disk, { path: join(dir, storeFileName), bytes: Buffer.from(text) });
  await disk.syncDirectory(dir);
}

function checksumOf(fields: object): number {
  return crc32(JSON.stringify(fields));
}

/** Writes a temporary file and renames it once it is durable. */
async function replaceFile(
  disk: Disk,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
): Promise<void> {
  const file = await disk.open(`${path}.tmp`, "create");
  try {
    await file.write([bytes], 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(`${path}.tmp`, path);
}

function parse(text: string, dir: string): StoreFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CorruptError(`${storeFileName} in ${dir} is damaged`, { cause });
  }
  const fields = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  if (fields["format"] !== format) throw new IncompatibleError(`${dir} contains other files, but no store`);
  if (typeof fields["version"] === "number" && fields["version"] > formatVersion) {
    throw new IncompatibleError(
      `${dir} was written by a newer version (format ${fields["version"]}; this one reads up to ${formatVersion})`,
    );
  }
  const id = Buffer.from(String(fields["id"]), "hex");
  const { crc, ...others } = fields;
  // Files of earlier versions have no checksum.
  const whole = crc === undefined || crc === checksumOf(others);
  if (id.length !== 16 || !whole) throw new CorruptError(`${storeFileName} in ${dir} is damaged`);
  return { id, lastSegment: numberIn(fields, "lastSegment"), revision: numberIn(fields, "revision") };
}

function numberIn(fields: Readonly<Record<string, unknown>>, name: string): number {
  const value = fields[name];
  return typeof value === "number" ? value : 0;
}
