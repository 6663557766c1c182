import { dialects } from "@svc/meta";
import { compare } from "../compare/compare.ts";
import { comparisonTable } from "../compare/table.ts";
import { measureOverload } from "../scenarios/overload.ts";
import { measureMemory, measureStart } from "../scenarios/process-scenarios.ts";
import { scenarioNames } from "../scenarios/run-scenario.ts";
import { measureStreams } from "../scenarios/tunnels.ts";
import { type CommonFlags, chosen, type ServerFlags } from "./flags.ts";
import { print, programsOf, timesOf } from "./server-options.ts";

const processScenarios = ["start", "memory", "streams", "overload"] as const;

interface CompareFlags extends CommonFlags, ServerFlags {
  readonly rounds: number;
  readonly bare: boolean;
  readonly memoryObjects: number;
  readonly rest: number;
}

/** Starts servers, runs scenarios against each, and prints a table of ratios. */
export async function compareServers(names: readonly string[], flags: CompareFlags): Promise<void> {
  const scenarios = chosen(names, [...scenarioNames, ...processScenarios]);
  const programs = programsOf(flags);
  const loads = scenarios.filter((name) => scenarioNames.includes(name));
  if (loads.length > 0) {
    const { rounds, bare } = flags;
    const dialect = dialects[flags.dialect];
    const figures = await compare({ programs, scenarios: loads, rounds, dialect, run: timesOf(flags), bare, print });
    console.log(comparisonTable(figures));
  }
  if (scenarios.includes("start")) {
    for (let round = 0; round < flags.rounds; round++) for (const server of programs) print(await measureStart(server));
  }
  if (scenarios.includes("streams"))
    for (const server of programs)
      for (const line of await measureStreams(server, { streams: 1000, restMs: flags.rest * 1000 })) print(line);
  if (scenarios.includes("overload"))
    for (const server of programs) {
      const options = { dialect: dialects[flags.dialect], items: flags.items, phaseMs: flags.duration * 1000 };
      await measureOverload(server, { ...options, report: print });
    }
  if (!scenarios.includes("memory")) return;
  for (const server of programs)
    print(await measureMemory(server, { objects: flags.memoryObjects, restMs: flags.rest * 1000 }));
}
