#!/usr/bin/env node
import { LeadershipLostError } from "@svc/client";
import { StartupError } from "@svc/program";
import { CommanderError } from "commander";
import { type Flags, parseFlags } from "./flags.ts";
import { run } from "./run.ts";

const flags = readFlags();
if (flags !== undefined) await main(flags);

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
  const stop = new AbortController();
  const end = (): void => {
    // A second signal means now.
    if (stop.signal.aborted) process.exit(130);
    stop.abort(new Error("the program is to end"));
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  // Timers alone do not keep a process alive.
  const alive = setInterval(() => undefined, 60_000);
  try {
    await run(flags, { signal: stop.signal, report: console.log });
  } catch (error) {
    if (stop.signal.aborted && error === stop.signal.reason) return;
    const isExpected =
      error instanceof StartupError || error instanceof LeadershipLostError || error instanceof TypeError;
    if (!isExpected) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  } finally {
    clearInterval(alive);
  }
}
