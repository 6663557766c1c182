import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "@svc/program";

/** Directory of the embedded store in a data directory. */
export function storeDirectory(dataDir: string): string {
  return join(dataDir, "store");
}

/** @throws {StartupError} if the data directory has no embedded store */
export async function checkHasStore(dataDir: string): Promise<void> {
  const entries = await readdir(storeDirectory(dataDir)).catch(() => []);
  if (entries.length === 0) throw new StartupError(`--data-dir ${dataDir} holds no embedded store`);
}
