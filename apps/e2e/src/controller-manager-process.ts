import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "controller-manager", "dist", "main.js");

export interface ControllerManagerProcess {
  /**
   * Resolves with the first match in the output, past or future. Rejects when the process exits
   * first.
   */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** @returns its exit code; null when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the built controller manager as its users do. @throws {Error} when it is not built */
export function startControllerManager(flags: readonly string[]): ControllerManagerProcess {
  if (!existsSync(program)) throw new Error(`${program} is not there: build first`);
  const args = [program, "--healthz-bind-address=127.0.0.1:0", ...flags];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const listener of listeners) listener(line);
  });
  const gone = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  return {
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (line: string): void => {
          const match = pattern.exec(line);
          if (match === null) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        for (const line of lines) look(line);
        void gone.then((code) => reject(new Error(`it ended with ${code} and said only: ${lines.join("; ")}`)));
      }),
    end: async (signal) => {
      if (isRunning(child)) child.kill(signal);
      return gone;
    },
  };
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
