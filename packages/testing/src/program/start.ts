import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The interval of checks whether the parent process still runs, in milliseconds. */
const parentCheckMs = 1_000;

/**
 * Starts a server in this process, in memory, on a free port of this machine. It prints a line when
 * it is ready, and ends with the process that started it. The folder gets `admin.kubeconfig`.
 * @param programs where the server's programs are
 * @param flags more flags of svc-apiserver; a later one replaces an earlier one
 */
export async function startServer(
  folder: string,
  { programs, flags }: { readonly programs: string; readonly flags: readonly string[] },
): Promise<void> {
  const main = join(programs, "main.js");
  const own = ["--dialect=kubernetes", "--storage=memory", "--secure-port=0", "--bind-address=127.0.0.1"];
  process.argv = [process.execPath, main, ...own, `--data-dir=${folder}`, ...flags];
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, parentCheckMs).unref();
  await import(pathToFileURL(main).href);
}
