import { readFile } from "node:fs/promises";
import type { Target } from "./client/target.ts";
import { compare, isOfTypes, runScenario, scenarioNames } from "./compare/compare.ts";
import { comparisonTable } from "./compare/table.ts";
import { curveTable } from "./curves/curve.ts";
import { curves } from "./curves/curves.ts";
import { type CommonFlags, chosen, type ServerFlags } from "./flags.ts";
import { measureDisk } from "./raw/disk.ts";
import { startBareServer } from "./raw/start-bare.ts";
import { measureFirstObject, measureStartWith, measureTakingIn } from "./scenarios/definition-figures.ts";
import { dialects, makeOrdinaryUser, prepareObjects } from "./scenarios/prepare.ts";
import { prepareTypes } from "./scenarios/prepare-types.ts";
import { inFolder, measureMemory, measureStart } from "./scenarios/process-scenarios.ts";
import type { RunOptions } from "./scenarios/run-loop.ts";
import { measureStreams } from "./scenarios/tunnels.ts";
import { originalProgram } from "./servers/original.ts";
import { oursProgram } from "./servers/ours.ts";
import { ordinaryUser, type ServerProgram } from "./servers/server.ts";

function print(line: object): void {
  console.log(
    JSON.stringify(line, (_, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(5)) : value)),
  );
}

function timesOf({
  duration,
  warmup,
  workers,
  items,
}: CommonFlags): Pick<RunOptions, "warmupMs" | "durationMs" | "workers" | "items"> {
  return { durationMs: duration * 1000, warmupMs: warmup * 1000, workers, items };
}

interface RunFlags extends CommonFlags, Pick<ServerFlags, "dialect"> {
  readonly url: string;
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pid: readonly number[];
}

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
  if (scenarios.some(isOfTypes)) await prepareTypes(target, flags.items, dialectOf(flags));
  for (const name of scenarios) print(await runScenario(name, { ...timesOf(flags), server: url, target, pids: pid }));
}

function programsOf(flags: ServerFlags): readonly ServerProgram[] {
  const { ours, dialect, nodeOption: nodeOptions, originalApiserver: apiserver, originalEtcd: etcd } = flags;
  const own = oursProgram({ dialect, nodeOptions, ...(ours === undefined ? {} : { program: ours }) });
  if (apiserver === undefined || etcd === undefined) return [own];
  return [own, originalProgram({ apiserver, etcd })];
}

const processScenarios = ["start", "memory", "streams"] as const;

interface CompareFlags extends CommonFlags, ServerFlags {
  readonly rounds: number;
  readonly bare: boolean;
  readonly memoryObjects: number;
  readonly rest: number;
}

export async function compareServers(names: readonly string[], flags: CompareFlags): Promise<void> {
  const scenarios = chosen(names, [...scenarioNames, ...processScenarios]);
  const programs = programsOf(flags);
  const loads = scenarios.filter((name) => scenarioNames.includes(name));
  if (loads.length > 0) {
    const { rounds, bare } = flags;
    const dialect = dialectOf(flags);
    const figures = await compare({ programs, scenarios: loads, rounds, dialect, run: timesOf(flags), bare, print });
    console.log(comparisonTable(figures));
  }
  if (scenarios.includes("start")) {
    for (let round = 0; round < flags.rounds; round++) for (const server of programs) print(await measureStart(server));
  }
  if (scenarios.includes("streams"))
    for (const server of programs)
      for (const line of await measureStreams(server, { streams: 1000, restMs: flags.rest * 1000 })) print(line);
  if (!scenarios.includes("memory")) return;
  for (const server of programs)
    print(await measureMemory(server, { objects: flags.memoryObjects, restMs: flags.rest * 1000 }));
}

interface DefinitionFlags extends ServerFlags {
  readonly file: readonly string[];
  readonly count: number;
  readonly beside: readonly number[];
  readonly stored: number;
  readonly rest: number;
}

export const definitionScenarios = ["first-object", "taking-in", "start"] as const;

/** What definitions cost, server by server. */
export async function definitions(names: readonly string[], flags: DefinitionFlags): Promise<void> {
  const scenarios = chosen(names, definitionScenarios);
  const dialect = dialectOf(flags);
  const { beside, stored, count, file: files, rest } = flags;
  for (const server of programsOf(flags)) {
    if (scenarios.includes("first-object"))
      for (const others of beside) print(await measureFirstObject(server, { definitions: others, dialect }));
    if (scenarios.includes("taking-in") && files.length > 0)
      print(await measureTakingIn(server, { files, count, restMs: rest * 1000, dialect }));
    if (scenarios.includes("start")) print(await measureStartWith(server, { definitions: stored, dialect }));
  }
}

function dialectOf({ dialect }: Pick<ServerFlags, "dialect">): NonNullable<(typeof dialects)[string]> {
  const found = dialects[dialect];
  if (found === undefined) throw new TypeError(`no dialect ${dialect}`);
  return found;
}

interface RawFlags extends CommonFlags, ServerFlags {
  readonly disk: string;
}

export async function raw(flags: RawFlags): Promise<void> {
  for (const waiters of [1, 64, 256]) print(await measureDisk(flags.disk, waiters, flags.duration * 1000));
  const [ours] = programsOf(flags);
  if (ours === undefined) throw new TypeError("no server");
  await inFolder(async (dir) => {
    const server = await ours.start(dir);
    try {
      await makeOrdinaryUser(server.admin, ordinaryUser, dialectOf(flags));
      await prepareObjects(server.admin, flags.items);
      for (const scheme of ["https", "http"] as const) {
        const bare = await startBareServer(scheme, server.target);
        const names = ["get", "list5000", "create", "watch", ...(scheme === "https" ? ["watch-h2"] : [])];
        for (const name of names)
          print(await runScenario(name, { ...timesOf(flags), server: `bare ${scheme}`, ...bare }));
        await bare.stop();
      }
    } finally {
      await server.stop();
    }
  });
}

export async function curve(
  names: readonly string[],
  flags: CommonFlags & ServerFlags & { readonly sizes?: readonly number[] },
): Promise<void> {
  const [program] = programsOf(flags);
  if (program === undefined) throw new TypeError("no server");
  const asked = chosen(
    names,
    curves.map(({ name }) => name),
  );
  for (const { name, of, sizes, measure } of curves.filter((each) => asked.includes(each.name))) {
    const points = await measure({
      program,
      dialect: dialectOf(flags),
      sizes: flags.sizes ?? sizes,
      run: timesOf(flags),
    });
    for (const point of points) print({ curve: name, ...point });
    console.log(curveTable(of, points));
  }
}
