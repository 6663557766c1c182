import { readFile } from "node:fs/promises";
import { dialects } from "@svc/meta";
import type { Target } from "../client/target.ts";
import { prepareObjects } from "../objects/prepare.ts";
import { prepareTypes } from "../objects/prepare-types.ts";
import { isOfTypes, runScenario, scenarioNames } from "../scenarios/run-scenario.ts";
import { type CommonFlags, chosen, type ServerFlags } from "./flags.ts";
import { print, timesOf } from "./server-options.ts";

interface RunFlags extends CommonFlags, Pick<ServerFlags, "dialect"> {
  readonly url: string;
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pid: readonly number[];
}

/** Runs scenarios against a running server. */
export async function run(names: readonly string[], flags: RunFlags): Promise<void> {
  const { url, token, cert, key, pid } = flags;
  const target: Target = {
    url,
    ...(token === undefined ? {} : { token }),
    ...(cert === undefined ? {} : { certificate: await readFile(cert, "utf8") }),
    ...(key === undefined ? {} : { key: await readFile(key, "utf8") }),
  };
  const scenarios = chosen(names, scenarioNames);
  await prepareObjects(target, flags.items);
  if (scenarios.some(isOfTypes)) await prepareTypes(target, flags.items, dialects[flags.dialect]);
  for (const name of scenarios) print(await runScenario(name, { ...timesOf(flags), server: url, target, pids: pid }));
}
