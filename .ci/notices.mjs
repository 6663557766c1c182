#!/usr/bin/env node
// Writes the licenses of packages that a bundler put into the files of `dist` of the current folder: their terms ask that each copy
// carries them. Source maps say which packages these are. A package without a license file fails the build.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const dist = resolve("dist");
const licenses = new Map();
for (const map of readdirSync(dist).filter((name) => name.endsWith(".map")))
  for (const source of JSON.parse(readFileSync(join(dist, map), "utf8")).sources) {
    const [, folder] =
      /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(resolve(dirname(join(dist, map)), source)) ?? [];
    if (folder !== undefined && !licenses.has(folder)) licenses.set(folder, noticeOf(folder));
  }
const notices = [...new Set(licenses.values())].filter((notice) => notice !== undefined).sort();
writeFileSync(join(dist, "THIRD-PARTY-NOTICES.txt"), `${notices.join(`\n${"-".repeat(80)}\n\n`)}`);
console.log(`notices of ${notices.length} packages`);

/** Undefined for packages of this project. */
function noticeOf(folder) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (name.startsWith("@svc/")) return undefined;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} (${license}) has no license file`);
  const text = readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version} (${license})${homepage === undefined ? "" : `\n${homepage}`}\n\n${text}\n`;
}
