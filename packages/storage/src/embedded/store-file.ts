import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { CorruptError, IncompatibleError } from "../errors.ts";
import { type Disk, readPart } from "./disk.ts";
import { formatVersion } from "./format.ts";
import { isLockFile } from "./lock.ts";
import { parseSegmentFileName } from "./segment.ts";

/** The file that says what a directory is. */
const storeFileName = "store.json";

const format = "svc-storage";
const maxBytes = 4096;

/** The store's id, 16 random bytes; undefined where there is no such file. */
export async function readStoreFile(disk: Disk, dir: string): Promise<Buffer | undefined> {
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
 * Whether nothing is in the way of a new store.
 * @throws {IncompatibleError} when something is
 */
export async function checkEmpty(disk: Disk, dir: string): Promise<void> {
  const harmless = (name: string): boolean => name === "lost+found" || name.startsWith(".") || isLockFile(name);
  const names = ((await disk.list(dir)) ?? []).filter((n) => !harmless(n) && n !== `${storeFileName}.tmp`);
  if (names.some((n) => parseSegmentFileName(n) !== undefined)) {
    throw new IncompatibleError(
      `${dir} holds segments but no ${storeFileName}, as after a restore that did not finish`,
    );
  }
  if (names.length > 0) throw new IncompatibleError(`${dir} is not empty and holds no store, but ${names[0]}`);
}

export async function createStoreFile(disk: Disk, dir: string, id: Buffer = randomBytes(16)): Promise<Buffer> {
  const text = `${JSON.stringify({ format, version: formatVersion, id: id.toString("hex") })}\n`;
  await replaceFile(disk, { path: join(dir, storeFileName), bytes: Buffer.from(text) });
  await disk.syncDirectory(dir);
  return id;
}

/** Writes a file beside, and renames it into its place once it is durable. */
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

function parse(text: string, dir: string): Buffer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CorruptError(`${storeFileName} in ${dir} is damaged`, { cause });
  }
  const fields = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  if (fields["format"] !== format) throw new IncompatibleError(`${dir} holds no store, but something else`);
  if (typeof fields["version"] === "number" && fields["version"] > formatVersion) {
    throw new IncompatibleError(
      `${dir} was written by a newer version (format ${fields["version"]}; this one reads up to ${formatVersion})`,
    );
  }
  const id = Buffer.from(String(fields["id"]), "hex");
  if (id.length !== 16) throw new CorruptError(`${storeFileName} in ${dir} is damaged`);
  return id;
}
