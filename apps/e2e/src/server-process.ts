import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The built server. */
export const serverProgram: string = join(
  dirname(fileURLToPath(import.meta.url)),
  "..",
  "..",
  "apiserver",
  "dist",
  "main.js",
);

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly kubeconfig: string;
  readonly dataDir: string;
  /** Ends it as a service manager does, and starts it anew on the same data and port. */
  restart(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts the built server as its users do. @throws {Error} when it is not built */
export async function startServerProcess(
  dialect: "svc" | "kubernetes",
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  if (!existsSync(serverProgram)) throw new Error(`${serverProgram} is not there: build first`);
  const dataDir = mkdtempSync(join(tmpdir(), "svc-e2e-"));
  let child: ChildProcess | undefined;
  let port = 0;
  let ready = { url: "", kubeconfig: "" };

  const start = async (): Promise<void> => {
    const args = [
      `--dialect=${dialect}`,
      `--data-dir=${dataDir}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      ...flags,
    ];
    const begun = spawn(process.execPath, [serverProgram, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    child = begun;
    ready = await readyLine(begun);
    port = Number(new URL(ready.url).port);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => running.once("exit", () => resolve()));
    running.kill(signal);
    await gone;
  };
  await start();
  return {
    get url() {
      return ready.url;
    },
    get kubeconfig() {
      return ready.kubeconfig;
    },
    dataDir,
    start,
    kill: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGTERM");
      await start();
    },
    [Symbol.asyncDispose]: async () => {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readyLine(child: ChildProcess): Promise<{ url: string; kubeconfig: string }> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      const match = /^ready in \d+ ms: (\S+) \(kubeconfig: (.+)\)$/.exec(line);
      if (match !== null) resolve({ url: match[1] ?? "", kubeconfig: match[2] ?? "" });
    });
  });
}
