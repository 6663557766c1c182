import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/** A program in Go that a module of this repository names. */
interface GoProgram {
  /** The folder of the module. */
  readonly module: string;
  /** The import path of the program. */
  readonly package: string;
}

/** @returns why the program can't be built here: there is no Go, or its modules can't be had */
export async function goHindrance({ module }: GoProgram): Promise<string | undefined> {
  try {
    const { code, stderr } = await runProgram("go", ["mod", "download"], { cwd: module, timeoutMs: 300_000 });
    return code === 0 ? undefined : stderr.trim();
  } catch (error) {
    return String(error);
  }
}

/**
 * Builds a program. Go has a cache of its own: only the first build on a machine takes long, and
 * gives way to the other tests.
 */
export async function buildGoProgram({ module, package: path }: GoProgram, directory: string): Promise<string> {
  const program = join(directory, path.slice(path.lastIndexOf("/") + 1));
  const args = ["build", "-o", program, path];
  const { code, stderr } = await runProgram("nice", ["go", ...args], { cwd: module, timeoutMs: 1_500_000 });
  if (code !== 0) throw new Error(`${path} can't be built: ${stderr}`);
  return program;
}
