import { randomBytes } from "node:crypto";
import type { Target } from "../client/target.ts";
import type { Figures } from "../figures/figures.ts";
import { shares, startWorkers } from "../load/workers.ts";
import type { LoopScenario } from "../loops/scenario.ts";
import { measure } from "./measure.ts";

/** The times and amounts of a scenario's run. */
export interface RunOptions {
  /** The name of the server in the output. */
  readonly server: string;
  readonly target: Target;
  readonly pids: readonly number[];
  readonly warmupMs: number;
  readonly durationMs: number;
  /** Threads that generate load. */
  readonly workers: number;
  readonly items: number;
}

export async function runLoop(scenario: LoopScenario, options: RunOptions): Promise<Figures> {
  const { server, target, pids, warmupMs, durationMs, items } = options;
  const run = randomBytes(4).toString("hex");
  const tearDown = await scenario.setUp?.(target);
  const workers = await startWorkers(
    shares(scenario.connections, options.workers).map((connections) => ({
      kind: "loop",
      scenario: scenario.name,
      target,
      connections,
      run,
      items,
    })),
  );
  try {
    const { name, connections } = scenario;
    return await measure(workers, { scenario: name, server, connections, pids, warmupMs, durationMs });
  } finally {
    await workers.stop();
    await tearDown?.();
  }
}
