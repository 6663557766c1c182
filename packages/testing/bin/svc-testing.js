#!/usr/bin/env node
// Static imports would fail in earlier versions before a line of this file runs.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`svc-testing needs Node 22.19 or later; this is ${process.version}\n`);
  process.exitCode = 1;
} else await import("../dist/svc-testing.js");
