#!/usr/bin/env node
import { readFileSync } from "node:fs";

// Static imports of the program would fail in earlier versions before a line of this file runs.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`svc-types needs Node 22.19 or later; this is ${process.version}\n`);
  process.exitCode = 1;
} else if (process.argv[2] === "--version") {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`svc-types ${version}\n`);
} else await import("../dist/svc-types.js");
