import { spawn } from "node:child_process";
import { aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";

/** A program to run. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** Complete environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** If true, the program inherits standard input and standard error, so that it can prompt. */
  readonly interactive: boolean;
}

/** Result of a program. */
export interface CommandResult {
  /** Exit code; undefined if a signal ended the program. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  /** Standard error, at most 4 KiB; empty for interactive programs. */
  readonly stderr: string;
}

/** Runs a program. Rejects if it can't be started, writes too much, or exceeds the timeout. */
export type RunCommand = (command: Command) => Promise<CommandResult>;

interface RunCommandOptions {
  /** Timeout, long enough for a login. @default 5 minutes */
  readonly timeoutMs?: number;
  /** @default 1 MiB */
  readonly maxOutputBytes?: number;
}

const maxErrorBytes = 4096;

const runCommandOptions = optionsOf<RunCommandOptions>({
  timeoutMs: optional(aNonNegativeNumber),
  maxOutputBytes: optional(aNonNegativeNumber),
});

/** Creates a `RunCommand` that starts a process. @throws {TypeError} for a wrong argument */
export function createRunCommand(options: RunCommandOptions = {}): RunCommand {
  checkArgument("createRunCommand: options", options, runCommandOptions);
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
