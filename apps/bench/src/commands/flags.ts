import { type Command, InvalidArgumentError, Option } from "commander";

/** Flags that all commands have. */
export interface CommonFlags {
  readonly duration: number;
  readonly warmup: number;
  readonly workers: number;
  readonly items: number;
}

/** Flags of the servers that a command starts. */
export interface ServerFlags {
  readonly ours?: string;
  readonly dialect: "kubernetes" | "svc";
  readonly nodeOption: readonly string[];
  readonly originalApiserver?: string;
  readonly originalEtcd?: string;
}

/** Adds the flags of `CommonFlags`. */
export function withCommonFlags(command: Command): Command {
  return command
    .addOption(new Option("--duration <seconds>", "length of a measurement").argParser(positive).default(3))
    .addOption(new Option("--warmup <seconds>", "time of load before a measurement").argParser(positive).default(1))
    .addOption(new Option("--workers <n>", "number of threads that generate load").argParser(positive).default(2))
    .addOption(new Option("--items <n>", "number of objects of 2 KB in the lists").argParser(positive).default(5000));
}

/** Adds the flags of `ServerFlags`. */
export function withServerFlags(command: Command): Command {
  return command
    .option("--ours <path>", "program of our server (default: the built one of this repository)")
    .addOption(dialectOption())
    .addOption(
      new Option("--node-option <option>", "option of Node for our server, such as --cpu-prof; repeatable")
        .argParser<readonly string[]>(several)
        .default([]),
    )
    .addOption(
      new Option("--original-apiserver <path>", "program of the original server").env("BENCH_ORIGINAL_APISERVER"),
    )
    .addOption(new Option("--original-etcd <path>", "program of the original's etcd").env("BENCH_ORIGINAL_ETCD"));
}

/** The option `--dialect`. */
export function dialectOption(): Option {
  return new Option("--dialect <name>", "dialect of our server").choices(["kubernetes", "svc"]).default("kubernetes");
}

/** Collects the values of a repeatable option. */
export function several(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/** A number above zero. */
export function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0) || !Number.isFinite(value))
    throw new InvalidArgumentError("It must be a number above 0.");
  return value;
}

/** Whole numbers, comma-separated. */
export function numbers(text: string): readonly number[] {
  return text.split(",").map((part) => {
    if (!/^\d+$/.test(part.trim())) throw new InvalidArgumentError("It must be whole numbers, comma-separated.");
    return Number(part);
  });
}

/** Selects known names; all of them by default. */
export function chosen(given: readonly string[], known: readonly string[]): readonly string[] {
  const odd = given.find((name) => !known.includes(name));
  if (odd !== undefined)
    throw new InvalidArgumentError(`There is no ${JSON.stringify(odd)}; there are ${known.join(", ")}.`);
  return given.length === 0 ? known : given;
}
