#!/usr/bin/env node
// Checks the rules of CONTRIBUTING.md that no other tool checks. Known exceptions stand in rules/exceptions.json, by rule; one that
// is no longer needed is a problem too, so that the list only gets shorter. `--update` writes the list anew, `--manifests` what manifests lack.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commentWidth, docstrings } from "./rules/comments.mjs";
import { decisions } from "./rules/decisions.mjs";
import { dependencies } from "./rules/dependencies.mjs";
import { exportsInUse } from "./rules/exports.mjs";
import { fileSizes } from "./rules/files.mjs";
import { functionSizes, parameters } from "./rules/functions.mjs";
import { fileCycles, folderCycles, ownImports } from "./rules/imports.mjs";
import { links } from "./rules/links.mjs";
import { lookupTables } from "./rules/lookups.mjs";
import { manifests, writeManifests } from "./rules/manifests.mjs";
import { securityTests } from "./rules/security-tests.mjs";
import { readSources, root } from "./rules/source.mjs";
import { spreadArguments } from "./rules/spread-arguments.mjs";
import { tenuredClosures } from "./rules/tenured-closures.mjs";
import { words } from "./rules/words.mjs";

const rules = {
  "comment-width": commentWidth,
  decisions,
  dependencies,
  docstrings,
  "exports-in-use": exportsInUse,
  "file-cycles": fileCycles,
  "file-size": fileSizes,
  "folder-cycles": folderCycles,
  "function-size": functionSizes,
  links,
  "lookup-tables": lookupTables,
  manifests,
  "own-imports": ownImports,
  parameters,
  "security-tests": securityTests,
  "spread-arguments": spreadArguments,
  "tenured-closures": tenuredClosures,
  words,
};

if (process.argv.includes("--manifests")) writeManifests();
const file = join(root, ".ci", "rules", "exceptions.json");
const exceptions = JSON.parse(readFileSync(file, "utf8"));
const sources = readSources();
const messages = [];
const found = {};
for (const [rule, check] of Object.entries(rules)) {
  const problems = check(sources);
  const known = new Set(exceptions[rule] ?? []);
  found[rule] = [...new Set(problems.map(({ at }) => at))].sort();
  for (const { at, problem } of problems) if (!known.has(at)) messages.push(`${rule}: ${at}: ${problem}`);
  for (const at of known) if (!found[rule].includes(at)) messages.push(`${rule}: ${at}: is no exception any more`);
}
if (process.argv.includes("--update")) {
  const needed = Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
  writeFileSync(file, `${JSON.stringify(needed, undefined, 2)}\n`);
  console.log(
    Object.entries(needed)
      .map(([rule, list]) => `${rule}: ${list.length} exceptions`)
      .join("\n"),
  );
  process.exit(0);
}
for (const message of messages) console.error(message);
const left = Object.values(exceptions).reduce((sum, list) => sum + list.length, 0);
console.log(messages.length === 0 ? `rules hold, with ${left} exceptions` : `${messages.length} problems`);
process.exit(messages.length === 0 ? 0 : 1);
