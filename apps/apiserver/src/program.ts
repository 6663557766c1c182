import { systemClock } from "@svc/base";
import { CommanderError } from "commander";
import { type Flags, parseFlags } from "./flags.ts";
import { giveMemoryBackAtRest } from "./memory-at-rest.ts";
import { type Running, run } from "./run.ts";
import { StartupError } from "./startup-error.ts";

const flags = readFlags();
/** When it serves. Never where it has nothing to serve. */
export const started: Promise<void> = flags === undefined ? new Promise(() => undefined) : main(flags);

function readFlags(): Flags | undefined {
  try {
    return parseFlags(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode;
    return undefined;
  }
}

async function main(flags: Flags): Promise<void> {
  let running: Running;
  try {
    running = await run(flags);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(`error: ${error.message}`);
    process.exit(1);
  }
  giveMemoryBackAtRest(systemClock);
  let stopping = false;
  const stop = (): void => {
    // A second signal means now.
    if (stopping) process.exit(130);
    stopping = true;
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`error: the server did not end well: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  console.log(`ready in ${Math.round(performance.now())} ms: ${running.url} (kubeconfig: ${running.kubeconfig})`);
}
