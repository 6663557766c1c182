import { access, constants } from "node:fs/promises";
import { step } from "@svc/program";
import { restoreEmbeddedStorage } from "@svc/storage/embedded";
import { ensureDirectory } from "../files/data-directory.ts";
import type { Print } from "./print.ts";
import { storeDirectory } from "./store-directory.ts";

/**
 * Makes a store from a backup.
 * @throws {StartupError} for a file that can't be read
 * @throws {CorruptError} for a damaged backup; {IncompatibleError} for a file that is no backup, or
 * a data directory that has a store
 */
export async function restoreCommand(
  file: string,
  { dataDir, bumpRevision }: { readonly dataDir: string; readonly bumpRevision: number },
  print: Print,
): Promise<void> {
  await step("the backup", () => access(file, constants.R_OK));
  await ensureDirectory("--data-dir", dataDir);
  const dir = storeDirectory(dataDir);
  const { revision, entries } = await restoreEmbeddedStorage({ file, dir, advanceRevisionBy: bumpRevision });
  print(`${dir}: ${entries} objects at revision ${revision}`);
}
