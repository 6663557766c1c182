import { join } from "node:path";
import type { Dialect } from "@svc/meta";
import type { Figures } from "../figures.ts";
import { startBareServer } from "../raw/start-bare.ts";
import { loopScenarios } from "../scenarios/loop-scenarios.ts";
import { makeOrdinaryUser, prepareObjects } from "../scenarios/prepare.ts";
import { prepareTypes } from "../scenarios/prepare-types.ts";
import { inFolder } from "../scenarios/process-scenarios.ts";
import { type RunOptions, runLoop } from "../scenarios/run-loop.ts";
import { runTunnels, tunnelScenarios } from "../scenarios/tunnels.ts";
import { runWatch, watchScenarios } from "../scenarios/watch.ts";
import { ordinaryUser, type ServerProgram } from "../servers/server.ts";

interface CompareOptions {
  /** Ours first: the bare server sends its bytes. */
  readonly programs: readonly ServerProgram[];
  readonly scenarios: readonly string[];
  readonly rounds: number;
  readonly dialect: Dialect;
  readonly run: Pick<RunOptions, "warmupMs" | "durationMs" | "workers" | "items">;
  /** Whether a bare server runs beside them. */
  readonly bare: boolean;
  readonly print: (figures: Figures) => void;
}

/** What a server without any thought can be asked. */
const bareScenarios: ReadonlySet<string> = new Set(["get", "list5000", "create", "watch", "watch-h2"]);

/** Whether a scenario needs an extension type. */
export function isOfTypes(scenario: string): boolean {
  return scenario.startsWith("type-");
}

type Contender = Pick<RunOptions, "server" | "target" | "pids">;

/**
 * Runs scenarios against several servers by turns, so that a bad moment of the machine is shared.
 * Those whose turn it is not are stopped in their tracks: what one still does after its load,
 * collecting and compacting, would be taken from the next.
 */
export async function compare(options: CompareOptions): Promise<readonly Figures[]> {
  return inFolder(async (dir) => {
    const stops: (() => Promise<void>)[] = [];
    try {
      const contenders: Contender[] = [];
      for (const program of options.programs) {
        const server = await program.start(join(dir, program.name));
        stops.push(server.stop);
        await makeOrdinaryUser(server.admin, ordinaryUser, options.dialect);
        await prepareObjects(server.admin, options.run.items);
        if (options.scenarios.some(isOfTypes)) await prepareTypes(server.admin, options.run.items, options.dialect);
        contenders.push({ server: program.name, target: server.target, pids: server.pids });
      }
      const [first] = contenders;
      if (options.bare && first !== undefined) {
        const bare = await startBareServer("https", first.target);
        stops.push(bare.stop);
        contenders.push({ server: "bare", ...bare });
      }
      return await rounds(options, contenders);
    } finally {
      for (const stop of stops) await stop();
    }
  });
}

async function rounds(options: CompareOptions, contenders: readonly Contender[]): Promise<readonly Figures[]> {
  const all: Figures[] = [];
  try {
    for (let round = 0; round < options.rounds; round++) {
      for (const scenario of options.scenarios) {
        for (const contender of contenders) {
          if (contender.server === "bare" && !bareScenarios.has(scenario)) continue;
          for (const each of contenders) signal(each, each === contender ? "SIGCONT" : "SIGSTOP");
          const figures = await runScenario(scenario, { ...options.run, ...contender });
          options.print(figures);
          all.push(figures);
        }
      }
    }
  } finally {
    // Who is stopped does not hear that he is to end.
    for (const each of contenders) signal(each, "SIGCONT");
  }
  return all;
}

/** A process that has ended is reported by its scenario, which fails. */
function signal({ pids }: Contender, name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Runs a scenario by its name. @throws {Error} for a name that is none */
export function runScenario(name: string, options: RunOptions): Promise<Figures> {
  const loop = loopScenarios.find((scenario) => scenario.name === name);
  if (loop !== undefined) return runLoop(loop, options);
  const watch = watchScenarios.find((scenario) => scenario.name === name);
  if (watch !== undefined) return runWatch(watch, options);
  const tunnels = tunnelScenarios.find((scenario) => scenario.name === name);
  if (tunnels !== undefined) return runTunnels(tunnels, options);
  throw new Error(`there is no scenario ${JSON.stringify(name)}; there are ${scenarioNames.join(", ")}`);
}

/** All that run against a server that stands. */
export const scenarioNames: readonly string[] = [...loopScenarios, ...watchScenarios, ...tunnelScenarios].map(
  ({ name }) => name,
);
