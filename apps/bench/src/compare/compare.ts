import { join } from "node:path";
import type { Dialect } from "@svc/meta";
import type { Figures } from "../figures/figures.ts";
import { makeOrdinaryUser, prepareObjects } from "../objects/prepare.ts";
import { prepareTypes } from "../objects/prepare-types.ts";
import { startBareServer } from "../raw/start-bare.ts";
import { inFolder } from "../scenarios/process-scenarios.ts";
import type { RunOptions } from "../scenarios/run-loop.ts";
import { isOfTypes, runScenario } from "../scenarios/run-scenario.ts";
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

/** The scenarios that a bare server can respond to. */
const bareScenarios: ReadonlySet<string> = new Set(["get", "list5000", "create", "watch", "watch-h2"]);

type Contender = Pick<RunOptions, "server" | "target" | "pids">;

/**
 * Runs scenarios against several servers in turns, so that a slow moment of the machine affects
 * all of them. A server is stopped while another has its turn, so that its garbage collection and
 * compaction take no CPU from the other.
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
    // A stopped process does not receive the signal to end.
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
