import { runProgram } from "./program/run-program.ts";

process.exitCode = await runProgram(process.argv.slice(2), {
  print: (text) => process.stdout.write(text),
  printError: (text) => process.stderr.write(text),
  env: process.env,
});
