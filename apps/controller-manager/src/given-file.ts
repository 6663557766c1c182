import { readFile } from "node:fs/promises";
import { StartupError } from "./startup-error.ts";

/** A file that a flag names. @throws {StartupError} */
export async function readGiven(flag: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new StartupError(`${flag}: ${(cause as Error).message}`, { cause });
  }
}
