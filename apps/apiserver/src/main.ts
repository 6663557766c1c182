#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// What Node compiles is kept beside the program for the next start, where that can be written to: it is an eighth of what a start costs. What is
// to be kept has to be loaded after this.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url)));
await import("./program.ts");
