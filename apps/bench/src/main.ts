#!/usr/bin/env node
import { tmpdir } from "node:os";
import { Command, CommanderError, Option } from "commander";
import { compareServers } from "./commands/compare.ts";
import { curve } from "./commands/curve.ts";
import { definitionScenarios, definitions } from "./commands/definitions.ts";
import { dialectOption, numbers, positive, several, withCommonFlags, withServerFlags } from "./commands/flags.ts";
import { raw } from "./commands/raw.ts";
import { run } from "./commands/run.ts";
import { curves } from "./curves/curves.ts";
import { scenarioNames } from "./scenarios/run-scenario.ts";

const program = new Command("bench")
  .description("Named scenarios against any server of the API. Each prints one line of JSON.")
  .exitOverride();

withCommonFlags(program.command("run"))
  .description(`runs scenarios against a server that stands: ${scenarioNames.join(", ")}`)
  .argument("[scenario...]", "all when none is named")
  .requiredOption("--url <url>", "the server's")
  .option("--token <token>", "whose bearer may make namespaces and ConfigMaps")
  .option("--cert <path>", "the client's certificate, PEM")
  .option("--key <path>", "its key, PEM")
  .option("--pid <pids>", "the server's processes, for its CPU", numbers, [])
  .addOption(dialectOption())
  .action(run);

withServerFlags(withCommonFlags(program.command("compare")))
  .description(
    "starts our server, the original where its programs are given, and a bare server; prints a table of ratios",
  )
  .argument("[scenario...]", "all when none is named; start, memory, streams and overload too")
  .option("--rounds <n>", "of which medians are taken", positive, 3)
  .option("--no-bare", "without the bare server")
  .option("--memory-objects <n>", "of 1 KB, of the memory scenario", positive, 100_000)
  .option("--rest <seconds>", "before memory is looked at", positive, 15)
  .action(compareServers);

withServerFlags(program.command("definitions"))
  .description(`what definitions of extension types cost: ${definitionScenarios.join(", ")}`)
  .argument("[scenario...]", "all when none is named")
  .option("--file <path>", "YAML that holds definitions, for taking-in; may be given several times", several, [])
  .option("--count <n>", "definitions to take in", positive, 500)
  .addOption(
    new Option("--body <form>", "as definitions are sent to be taken in").choices(["json", "yaml"]).default("json"),
  )
  .option("--beside <numbers>", "definitions that are there before first-object", numbers, [0, 1000])
  .option("--stored <n>", "definitions in the store of start", positive, 5000)
  .option("--rest <seconds>", "before memory is looked at", positive, 15)
  .action(definitions);

withServerFlags(withCommonFlags(program.command("raw")))
  .description("the machine's limits: bare servers of Node that send our server's bytes, and the disk")
  .option("--disk <path>", "where to write", tmpdir())
  .action(raw);

withServerFlags(withCommonFlags(program.command("curve")))
  .description(`what may not grow: ${curves.map(({ name, about }) => `${name} (${about})`).join(", ")}`)
  .argument("[curve...]", "all when none is named")
  .option("--sizes <numbers>", "comma-separated", numbers)
  .action(curve);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode;
}
