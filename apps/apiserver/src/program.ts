import { systemClock } from "@svc/base";
import { StartupError } from "@svc/program";
import { isStorageError } from "@svc/storage";
import { CommanderError } from "commander";
import { type Flags, parseFlags } from "./flags.ts";
import { collectWhenIdle } from "./idle-collection.ts";
import { CommandLineError } from "./kube-apiserver/command-line.ts";
import { readKubeApiserverFlags } from "./kube-apiserver-flags.ts";
import { commandProblem, maintenanceCommands } from "./maintenance/commands.ts";
import { type Running, run } from "./run.ts";

const [first = "", ...rest] = process.argv.slice(2);
const command = maintenanceCommands.get(first);
const never = new Promise<never>(() => undefined);
/** Resolves when the server serves; never for a command that starts none. */
export const started: Promise<void> = command === undefined ? startServer() : runCommand(() => command(rest));

async function startServer(): Promise<void> {
  const problem = first === "kube-apiserver" ? undefined : commandProblem(first);
  if (problem !== undefined) {
    console.error(`error: ${problem}`);
    process.exitCode = 1;
    return never;
  }
  let flags: Flags | undefined;
  try {
    flags = first === "kube-apiserver" ? await readKubeApiserverFlags(rest) : parseFlags(process.argv.slice(2));
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      console.error(error instanceof CommandLineError ? `Error: ${error.message}` : error);
      process.exitCode = 1;
    }
    return never;
  }
  return flags === undefined ? never : main(flags);
}

async function runCommand(run: () => Promise<number>): Promise<never> {
  try {
    process.exitCode = await run();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else {
      const isExpected = error instanceof StartupError || isStorageError(error);
      console.error(isExpected ? `error: ${error.message}` : error);
      process.exitCode = 1;
    }
  }
  return never;
}

const sameSignalMs = 500;

async function main(flags: Flags): Promise<void> {
  let running: Running;
  try {
    running = await run(flags);
  } catch (error) {
    // An uncaught exception would be printed with its line of source, which is very long in the
    // built program.
    console.error(error instanceof StartupError ? `error: ${error.message}` : error);
    process.exit(1);
  }
  collectWhenIdle(systemClock);
  let stoppedAtMs: number | undefined;
  const { log, flushLog } = running;
  const stop = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (stoppedAtMs !== undefined) {
      // A second signal exits immediately. One that arrives right after the first is the same
      // signal: the whole process group received it, and a parent process passed it on.
      if (nowMs - stoppedAtMs > sameSignalMs) process.exit(130);
      return;
    }
    stoppedAtMs = nowMs;
    log.info("stopping", { signal });
    running.stop().then(
      () => {
        log.info("stopped", { milliseconds: Math.round(performance.now() - nowMs) });
        flushLog();
        process.exit(0);
      },
      (error: unknown) => {
        console.error(`error: the server did not end well: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  reportReady(running, flags.loggingFormat);
}

/** On standard output, so that it is seen at any verbosity; as JSON where the log is JSON. */
function reportReady({ url, kubeconfig, log }: Running, format: Flags["loggingFormat"]): void {
  const milliseconds = Math.round(performance.now());
  log.info("ready", { url, kubeconfig, milliseconds });
  if (format === "json")
    console.log(
      JSON.stringify({ level: "info", time: new Date().toISOString(), url, kubeconfig, milliseconds, msg: "ready" }),
    );
  else console.log(`ready in ${milliseconds} ms: ${url} (kubeconfig: ${kubeconfig})`);
}
