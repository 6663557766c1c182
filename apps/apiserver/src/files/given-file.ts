import { readFile, writeFile } from "node:fs/promises";
import { StartupError } from "./startup-error.ts";

/** A file that a flag names. @throws {StartupError} */
export async function readGiven(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new StartupError(`${flag}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A secret that is kept in a file of its own, and made when it is first needed. */
export async function readOrMake(path: string, make: () => string): Promise<string> {
  const known = await readIfThere(path);
  if (known !== undefined && known.trim() !== "") return known;
  const made = make();
  await writeFile(path, made, { mode: 0o600 });
  return made;
}
