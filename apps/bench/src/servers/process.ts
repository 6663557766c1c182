import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { sendOnce } from "../client/send-once.ts";
import type { Target } from "../client/target.ts";
import { monotonicMs } from "../figures/clock.ts";

const pollMs = 5;
const maxOutputChars = 4000;

/** A program that runs for figures. */
interface StartedProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The end of the standard error output. */
  readonly output: () => string;
}

/** Starts a program, whose output is shown only if it fails. */
export function startProcess(program: string, args: readonly string[]): StartedProcess {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-maxOutputChars);
  });
  if (child.pid === undefined) throw new Error(`${program} cannot be started`);
  // A measurement that fails must not leave the program behind.
  const end = (): void => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return { child, pid: child.pid, output: () => output };
}

/** Waits until the server is ready. Returns the milliseconds since `fromMs`. */
export async function untilReady(
  target: Target,
  { child, output }: StartedProcess,
  { fromMs, timeoutMs }: { readonly fromMs: number; readonly timeoutMs: number },
): Promise<number> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`a server ended with ${child.exitCode ?? child.signalCode} before it was ready:\n${output()}`);
    const status = await sendOnce(target, { method: "GET", path: "/readyz" }).then(
      (response) => response.status,
      () => 0, // not listening yet
    );
    const passed = monotonicMs() - fromMs;
    if (status === 200) return passed;
    if (passed > timeoutMs) throw new Error(`a server was not ready after ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

export async function endProcess({ child }: Pick<StartedProcess, "child">): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

/** A port that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === "object" ? resolve(address.port) : reject()));
    });
  });
}
