#!/usr/bin/env node
// The default export: Node 20 has no name `enableCompileCache`, and would fail before a line runs.
import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import "./node-version.ts";
import { loadProgram } from "./compiled-program.ts";

type Program = typeof import("./program.ts");

// Otherwise V8 allocates objects of mostly long-lived kinds in the old generation: short-lived ones
// among them would keep the blocks of their values until the next full collection. Set before
// anything is loaded: cached code is valid only for the flags of its compilation.
setFlagsFromString("--no-allocation-site-pretenuring");
// Otherwise V8 starts a full collection with every 30 MB of buffers that are read from connections,
// however large the heap is: a stream of 100 MB would cost more in collections than in encryption.
// V8 of Node 22 prints an error for the flag, which it does not have.
if (Number.parseInt(process.versions.v8, 10) >= 13) setFlagsFromString("--external-memory-accounted-in-global-limit");

if (import.meta.url.endsWith(".ts")) {
  // Modules to be cached must be loaded after this call.
  module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
  module.createRequire(import.meta.url)("./program.ts");
} else {
  // The built program is CommonJS: as a module it would have Node collect every name of the modules
  // of its own that it imports, and with the names of `node:http` load its whole `fetch`, a tenth
  // of a start.
  const program = loadProgram<Program>(fileURLToPath(new URL("./program.cjs", import.meta.url)));
  // Not at the end of the process: the start has been compiled by now, and a crash loses nothing.
  void program.exports.started.then(() => program.keep());
}
