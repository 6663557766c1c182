import { createInterface } from "node:readline/promises";
import { createRepl } from "./repl.ts";

const usage = `Usage: cel [EXPRESSION] [name=JSON ...]

Evaluates one expression, or each line of the standard input; a line may be "name = expression". Variables are given as name=JSON.
--help prints this text, --version the version of the package.
Exits with 0, with 1 if the expression is wrong or fails, with 2 if a variable cannot be read.`;

/** Reads `name=JSON`. */
function variableOf(text: string): readonly [string, unknown] {
  const [name, json] = [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)];
  try {
    return [name, JSON.parse(json)];
  } catch (e) {
    throw new SyntaxError(`the value of ${name} is not JSON: ${(e as Error).message}`);
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  if (argv.includes("--help")) {
    print(usage);
    return 0;
  }
  const assignments = argv.filter((a) => /^[A-Za-z_]\w*=[^=]/.test(a));
  const repl = createRepl(Object.fromEntries(assignments.map(variableOf)));
  const [expression] = argv.filter((a) => !assignments.includes(a));
  if (expression !== undefined) {
    const { ok, text } = repl.run(expression);
    print(text);
    return ok ? 0 : 1;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: "cel> " });
  if (process.stdin.isTTY) lines.prompt();
  for await (const line of lines) {
    if (line.trim() !== "") print(repl.run(line).text);
    if (process.stdin.isTTY) lines.prompt();
  }
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (e) {
  if (!(e instanceof SyntaxError)) throw e;
  process.stderr.write(`${e.message}\n`);
  process.exitCode = 2;
}
