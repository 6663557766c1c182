import { spawn } from "node:child_process";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it may ask at the terminal: then it gets our input and our error output. */
  readonly interactive: boolean;
}

export interface CommandResult {
  /** Undefined when a signal ended it. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  /** What it said of trouble, cut off at 4 KiB; empty when it was interactive. */
  readonly stderr: string;
}

/** Runs a program to its end. Rejects when it cannot be started, says too much, or takes too long. */
export type RunCommand = (command: Command) => Promise<CommandResult>;

interface RunCommandOptions {
  /** @default 5 minutes: someone may be logging in */
  readonly timeoutMs?: number;
  /** @default 1 MiB */
  readonly maxOutputBytes?: number;
}

const maxErrorBytes = 4096;

export function createRunCommand(options: RunCommandOptions = {}): RunCommand {
  const { timeoutMs = 300_000, maxOutputBytes = 1_048_576 } = options;
  return ({ command, args, env, interactive }) =>
    new Promise((resolve, reject) => {
      const own = interactive ? "inherit" : undefined;
      const child = spawn(command, args, { env, stdio: [own ?? "ignore", "pipe", own ?? "pipe"] });
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      let outputBytes = 0;
      let errorBytes = 0;
      const fail = (error: Error): void => {
        clearTimeout(timer);
        child.kill("SIGKILL");
        reject(error);
      };
      const timer = setTimeout(() => fail(new Error(`${command} took longer than ${timeoutMs} ms`)), timeoutMs);
      child.stdout?.on("data", (chunk: Buffer) => {
        outputBytes += chunk.length;
        if (outputBytes > maxOutputBytes) fail(new Error(`${command} printed more than ${maxOutputBytes} bytes`));
        else stdout.push(chunk);
      });
      child.stderr?.on("data", (chunk: Buffer) => {
        if (errorBytes < maxErrorBytes) stderr.push(chunk.subarray(0, maxErrorBytes - errorBytes));
        errorBytes += chunk.length;
      });
      child.on("error", fail);
      child.on("close", (code) => {
        clearTimeout(timer);
        resolve({ exitCode: code ?? undefined, stdout: textOf(stdout), stderr: textOf(stderr).trim() });
      });
    });
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
