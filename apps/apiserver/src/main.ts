#!/usr/bin/env node
import { createRequire, enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// What Node compiles is kept beside the program for the next start, where that can be written to. What is to be kept has to be loaded after this.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
// The built program is CommonJS: as a module it would have Node collect every name of the modules of its own that it imports, and with the names of
// `node:http` load its whole `fetch`, a tenth of a start.
createRequire(import.meta.url)(import.meta.url.endsWith(".ts") ? "./program.ts" : "./program.cjs");
