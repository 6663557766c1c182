#!/usr/bin/env node
import { createRequire, enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { loadProgram } from "./compiled-program.ts";

type Program = typeof import("./program.ts");

if (import.meta.url.endsWith(".ts")) {
  // What is to be kept has to be loaded after this.
  enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
  createRequire(import.meta.url)("./program.ts");
} else {
  // The built program is CommonJS: as a module it would have Node collect every name of the modules of its own that it imports, and with the names
  // of `node:http` load its whole `fetch`, a tenth of a start.
  const program = loadProgram<Program>(fileURLToPath(new URL("./program.cjs", import.meta.url)));
  // Not at the end: what a start needs is still compiled, and whatever ends the process, the next start has it.
  void program.exports.started.then(() => program.keep());
}
