import type { Figures } from "../figures/figures.ts";
import { loopScenarios } from "../loops/loop-scenarios.ts";
import { type RunOptions, runLoop } from "./run-loop.ts";
import { runTunnels, tunnelScenarios } from "./tunnels.ts";
import { runWatch, watchScenarios } from "./watch.ts";

/** Whether a scenario needs an extension type. */
export function isOfTypes(scenario: string): boolean {
  return scenario.startsWith("type-");
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

/** The names of all scenarios that run against a running server. */
export const scenarioNames: readonly string[] = [...loopScenarios, ...watchScenarios, ...tunnelScenarios].map(
  ({ name }) => name,
);
