import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { runProgram } from "./typescript/run-program.ts";

process.exitCode = await runProgram(process.argv.slice(2), {
  print: (output) => process.stdout.write(output),
  printError: (output) => process.stderr.write(output),
  readFile: (path) => (path === "-" ? text(process.stdin) : readFile(path, "utf8")),
  writeFile: (path, output) => writeFile(path, output),
});
