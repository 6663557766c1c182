#!/usr/bin/env node
// Measures what packages and their peers cost their users, each installed alone in an empty folder: size on the disk, number of packages,
// CPU time of an import, memory after it. Prints a table in Markdown for docs/comparison.md. `--tarballs=DIR` uses packed packages.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packAll, publishedPackages } from "./tarballs.mjs";

/** Entries that users import, by what they are compared for. */
const rows = [
  ["API server", "@svc/server"],
  ["API server", "@svc/controlplane"],
  ["API server in tests", "@svc/testing"],
  ["client", "@svc/client"],
  ["client", "@kubernetes/client-node"],
  ["controllers", "@svc/controllers"],
  ["HTTP server", "@svc/http"],
  ["HTTP server", "fastify"],
  ["HTTP server", "hono"],
  ["HTTP server", "express"],
  ["expressions", "@svc/cel"],
  ["authentication", "@svc/authn"],
];
const rounds = 7;

const work = mkdtempSync(join(tmpdir(), "svc-peers-"));
try {
  const packages = publishedPackages();
  const tarballs = packAll(packages, work);
  const bare = importCosts(work, undefined);
  console.log(
    `Node ${process.version}, ${rounds} imports each, least CPU; a process that imports nothing: ${bare.cpuMs.toFixed(0)} ms, ${bare.memoryMb.toFixed(0)} MB\n`,
  );
  console.log("| for | package | version | packages | on the disk | import, CPU | memory |");
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const [use, name] of rows) {
    const folder = install(name, tarballs);
    const { files, bytes } = sizeOf(join(folder, "node_modules"));
    const { cpuMs, memoryMb } = importCosts(folder, name);
    const cells = [use, `\`${name}\``, versionOf(folder, name), files, `${(bytes / 1e6).toFixed(1)} MB`];
    const costs = [`${(cpuMs - bare.cpuMs).toFixed(0)} ms`, `${(memoryMb - bare.memoryMb).toFixed(0)} MB`];
    console.log(`| ${[...cells, ...costs].join(" | ")} |`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

function install(name, tarballs) {
  const folder = join(work, name.replace("/", "-"));
  mkdirSync(folder);
  const overrides = Object.fromEntries([...tarballs].map(([own, file]) => [own, `file:${file}`]));
  const dependencies = { [name]: overrides[name] ?? "latest" };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies, overrides }),
  );
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=dev", "--prefer-offline"], folder);
  return folder;
}

/** Least CPU time of several processes that import a package, and memory of that process. */
function importCosts(folder, name) {
  const code = `${name === undefined ? "" : `await import(${JSON.stringify(name)});`}
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage().rss / 1e6 }));`;
  const all = Array.from({ length: rounds }, () =>
    JSON.parse(run(process.execPath, ["--input-type=module", "--eval", code], folder)),
  );
  return { cpuMs: Math.min(...all.map(({ cpuMs }) => cpuMs)), memoryMb: Math.min(...all.map((one) => one.memoryMb)) };
}

function versionOf(folder, name) {
  if (name.startsWith("@svc/")) return "this one";
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

/** Packages, and bytes of all files: what a user downloads and unpacks. */
function sizeOf(folder) {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    bytes += statSync(path).size;
    if (entry.name === "package.json" && /node_modules\/(@[^/]+\/)?[^/]+$/.test(entry.parentPath)) files++;
  }
  return { files, bytes };
}

function run(file, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: "utf8", timeout: 300_000 });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")}: ${error ?? ""}\n${stderr}`);
  return stdout;
}
