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
  .description("Measures API servers with named scenarios. Each measurement prints one line of JSON.")
  .exitOverride();

withCommonFlags(program.command("run"))
  .description(`measures a running server: ${scenarioNames.join(", ")}`)
  .argument("[scenario...]", "scenarios to run (default: all)")
  .requiredOption("--url <url>", "URL of the server")
  .option("--token <token>", "bearer token of a user who may create namespaces and ConfigMaps")
  .option("--cert <path>", "PEM file with the client's certificate")
  .option("--key <path>", "PEM file with the client's key")
  .option("--pid <pids>", "comma-separated process ids of the server, for its CPU time", numbers, [])
  .addOption(dialectOption())
  .action(run);

withServerFlags(withCommonFlags(program.command("compare")))
  .description(
    "starts our server, a bare server of Node, and the original if its programs are given; prints a table of ratios",
  )
  .argument("[scenario...]", "scenarios to run, also start, memory, streams and overload (default: all)")
  .option("--rounds <n>", "number of rounds; results are their medians", positive, 3)
  .option("--no-bare", "leave out the bare server")
  .option("--memory-objects <n>", "number of objects of 1 KB in the memory scenario", positive, 100_000)
  .option("--rest <seconds>", "idle time before memory is measured", positive, 15)
  .action(compareServers);

withServerFlags(program.command("definitions"))
  .description(`measures the cost of definitions of extension types: ${definitionScenarios.join(", ")}`)
  .argument("[scenario...]", "scenarios to run (default: all)")
  .option("--file <path>", "YAML file with the definitions of taking-in; repeatable", several, [])
  .option("--count <n>", "number of definitions that taking-in creates", positive, 500)
  .addOption(
    new Option("--body <form>", "encoding in which definitions are sent").choices(["json", "yaml"]).default("json"),
  )
  .option(
    "--beside <numbers>",
    "comma-separated numbers of definitions that exist before first-object",
    numbers,
    [0, 1000],
  )
  .option("--stored <n>", "number of definitions in the store of the scenario start", positive, 5000)
  .option("--rest <seconds>", "idle time before memory is measured", positive, 15)
  .action(definitions);

withServerFlags(withCommonFlags(program.command("raw")))
  .description("measures the limits of the machine: bare servers of Node that send the same bytes, and the disk")
  .option("--disk <path>", "directory to write to", tmpdir())
  .action(raw);

withServerFlags(withCommonFlags(program.command("curve")))
  .description(
    `measures costs that must not grow with a size: ${curves.map(({ name, about }) => `${name} (${about})`).join(", ")}`,
  )
  .argument("[curve...]", "curves to measure (default: all)")
  .option("--sizes <numbers>", "comma-separated sizes", numbers)
  .action(curve);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode;
}
