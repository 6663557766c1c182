import { constants } from "node:fs";
import { access, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StartupError } from "@svc/program";

/**
 * Creates a directory that a flag names, with its parents.
 * @throws {StartupError} for a path that is no directory, or where this user can't create files
 */
export async function ensureDirectory(flag: string, path: string): Promise<void> {
  try {
    await createWithParents(resolve(path));
    if (!(await stat(path)).isDirectory()) throw new Error("not a directory");
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(`${flag} ${path} cannot be used: ${reason}`, { cause });
  }
}

/** Not `mkdir` with `recursive`: that never returns for a path below `/proc`. */
async function createWithParents(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(path) === path) throw error;
    await createWithParents(dirname(path));
    await mkdir(path);
  }
}
