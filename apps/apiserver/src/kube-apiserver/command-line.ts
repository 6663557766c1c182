import { quote } from "@svc/base";
import { deprecatedFlags, type FlagType, flagTable } from "./grammar/flag-table.ts";
import { FlagValueError, readFlagValue } from "./grammar/flag-values.ts";

/** A command line that kube-apiserver refuses; the message is its own. */
export class CommandLineError extends Error {
  override readonly name = "CommandLineError";
}

/** A parsed command line. */
export interface CommandLine {
  /** The values of each flag that was given; a list that was given twice has the items of both. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Warnings about deprecated flags. */
  readonly warnings: readonly string[];
}

const types: ReadonlyMap<string, FlagType> = new Map(flagTable.map(([name, type]) => [name, type]));
const shorthands: ReadonlyMap<string, string> = new Map([
  ["h", "help"],
  ["v", "v"],
]);
/** Types of flags that may have no value, which then means true or this value. */
const withoutValue: ReadonlySet<FlagType> = new Set(["bool", "version"]);
/** Types of flags whose values accumulate when the flag is given several times. */
const addsUp: ReadonlySet<FlagType> = new Set([
  "strings",
  "texts",
  "pairs",
  "claims",
  "textPairs",
  "namedCertKey",
  "gates",
]);

/**
 * Reads the arguments of kube-apiserver by its grammar: `--flag=value`, `--flag value`, `-v=2`;
 * underscores count as dashes.
 * @throws {CommandLineError}
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const values = new Map<string, readonly string[]>();
  const warnings: string[] = [];
  const positional: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "--") {
      for (const after of rest.splice(0)) positional.push(after);
    } else if (!arg.startsWith("-") || arg === "-") {
      positional.push(arg);
    } else {
      const flag = readFlag(arg, rest);
      const before = addsUp.has(flag.type) ? (values.get(flag.name) ?? []) : [];
      values.set(flag.name, [...before, ...flag.values]);
      const deprecated = deprecatedFlags.get(flag.name);
      if (deprecated !== undefined) warnings.push(`Flag --${flag.name} has been deprecated, ${deprecated}`);
    }
  }
  if (positional.length > 0)
    throw new CommandLineError(
      `"kube-apiserver" does not take any arguments, got [${positional.map((p) => JSON.stringify(p)).join(" ")}]`,
    );
  return { values, warnings };
}

interface GivenFlag {
  readonly name: string;
  readonly type: FlagType;
  readonly values: readonly string[];
}

/** Parses one flag. Its value is taken from `rest` where it is an argument of its own. */
function readFlag(arg: string, rest: string[]): GivenFlag {
  const { name, shown, value: attached } = arg.startsWith("--") ? longFlag(arg) : shortFlag(arg);
  const type = types.get(name);
  if (type === undefined) throw new CommandLineError(`unknown flag: ${shown}`);
  const text = attached ?? (withoutValue.has(type) ? "true" : rest.shift());
  if (text === undefined)
    throw new CommandLineError(`flag needs an argument: ${arg.startsWith("--") ? shown : `'${arg[1]}' in ${arg}`}`);
  try {
    return { name, type, values: readFlagValue(type, text) };
  } catch (error) {
    if (!(error instanceof FlagValueError)) throw error;
    const flag = [...shorthands].find(([, long]) => long === name)?.[0];
    const written = flag === undefined ? `--${name}` : `-${flag}, --${name}`;
    throw new CommandLineError(`invalid argument ${quote(text)} for "${written}" flag: ${error.message}`);
  }
}

interface WrittenFlag {
  readonly name: string;
  readonly shown: string;
  readonly value: string | undefined;
}

function longFlag(arg: string): WrittenFlag {
  const [, written = "", value] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
  if (written === "" || written.startsWith("-")) throw new CommandLineError(`bad flag syntax: ${arg}`);
  return { name: written.replaceAll("_", "-"), shown: `--${written}`, value };
}

function shortFlag(arg: string): WrittenFlag {
  const letter = arg[1] ?? "";
  const name = shorthands.get(letter);
  if (name === undefined) throw new CommandLineError(`unknown shorthand flag: '${letter}' in ${arg}`);
  const after = arg.slice(2).replace(/^=/, "");
  return { name, shown: `-${letter}`, value: arg.length > 2 ? after : undefined };
}
