#!/usr/bin/env node
import { createInterface } from "node:readline/promises";
import { formatType } from "./check/types.ts";
import { createEnv } from "./env/env.ts";
import { toPlain } from "./env/plain.ts";
import { bindingsLibrary } from "./libs/bindings.ts";
import { clusterEnv } from "./libs/cluster.ts";
import { encodersLibrary } from "./libs/encoders.ts";
import { mathLibrary } from "./libs/math.ts";
import { stringsLibrary } from "./libs/strings.ts";
import { CompileError } from "./syntax/issue.ts";
import type { Value } from "./values/value.ts";

const usage = `Usage: cel [EXPRESSION] [name=JSON ...]

Evaluates one expression, or reads one a line. Variables are given as name=JSON.`;

/** Evaluates one line; the answer goes to `print`. Gives whether it went well. */
function run(text: string, vars: Readonly<Record<string, unknown>>, print: (line: string) => void): boolean {
  const cluster = clusterEnv();
  const env = createEnv({
    libraries: [...(cluster.libraries ?? []), stringsLibrary(), bindingsLibrary(), mathLibrary(), encodersLibrary()],
    variables: Object.fromEntries(Object.keys(vars).map((name) => [name, "dyn"])),
  });
  try {
    const program = env.compile(text);
    const result = program.evaluate(vars);
    if (!result.ok) {
      print(`error: ${result.error.message} (cost ${result.cost})`);
      return false;
    }
    print(`${show(result.value)} : ${formatType(program.type)} (cost ${result.cost})`);
    return true;
  } catch (e) {
    if (!(e instanceof CompileError)) throw e;
    print(e.message);
    for (const { suggestion } of e.issues) if (suggestion) print(`did you mean ${suggestion}?`);
    return false;
  }
}

function show(v: Value): string {
  return JSON.stringify(toPlain(v), (_, x) => (typeof x === "bigint" ? String(x) : x));
}

async function main(argv: readonly string[]): Promise<number> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (argv.includes("--help")) {
    print(usage);
    return 0;
  }
  const given = argv.filter((a) => /^\w+=[^=]/.test(a));
  const vars = Object.fromEntries(
    given.map((a) => [a.slice(0, a.indexOf("=")), JSON.parse(a.slice(a.indexOf("=") + 1))]),
  );
  const [expression] = argv.filter((a) => !given.includes(a));
  if (expression !== undefined) return run(expression, vars, print) ? 0 : 1;
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: "cel> " });
  if (process.stdin.isTTY) lines.prompt();
  for await (const line of lines) {
    if (line.trim() !== "") run(line, vars, print);
    if (process.stdin.isTTY) lines.prompt();
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
