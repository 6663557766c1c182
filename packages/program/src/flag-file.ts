import { readFile, writeFile } from "node:fs/promises";
import { StartupError } from "./startup-error.ts";

/** Reads a file that a flag names. @throws {StartupError} with the flag, when it cannot be read */
export async function readFlagFile(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new StartupError(`${flag}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Reads a file; undefined when there is none. */
export async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Reads a secret, or creates its file (mode 0600) when it is missing or blank. */
export async function readOrCreate(path: string, create: () => string): Promise<string> {
  const known = await readIfExists(path);
  if (known !== undefined && known.trim() !== "") return known;
  const created = create();
  await writeFile(path, created, { mode: 0o600 });
  return created;
}
