#!/usr/bin/env node
// What `npm start` and `npm test` do on a machine that has only Node 20+ and npm: fetch the pinned pnpm through npx, install
// (which also brings the Node that the repository runs on), build what changed, then go on under that Node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [command = "start", ...rest] = process.argv.slice(2);
const [major] = process.versions.node.split(".").map(Number);
if (major < 20) fail(`Node 20 or later is needed to begin with; this is ${process.version}`);

const bin = join(root, "node_modules", ".bin");
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, NO_UPDATE_NOTIFIER: "1" };

install();
switch (command) {
  case "install":
    break;
  case "build":
    build();
    break;
  case "start":
    build("@svc/apiserver...");
    serve(join("apps", "apiserver", "dist", "main.js"), rest);
    break;
  // What was built before, as it is: for tests of this program.
  case "serve":
    serve(join("apps", "apiserver", "dist", "main.js"), rest);
    break;
  case "test":
    build();
    run("vitest", ["run", ...rest]);
    break;
  default:
    fail(`unknown command ${command}: install, build, start, serve or test`);
}

/** Installs when the lock file or a manifest changed since the last time; says what it does, since it can take a minute. */
function install() {
  const stamp = join(root, "node_modules", ".svc-installed");
  const want = createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .update(readFileSync(join(root, "package.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === want) return;
  step(`installing dependencies with ${packageManager}`);
  run("npx", ["-y", packageManager, "install", "--frozen-lockfile", "--config.confirmModulesPurge=false"], {
    quiet: true,
  });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, want);
}

/** Turbo runs the scripts of packages with the pnpm that it finds on the path: the pinned one, as npx lays it there. */
function build(filter) {
  step(`building ${filter ? "the server" : "all packages"} (what changed since the last time)`);
  const turbo = `turbo run build${filter ? "" : " programs"} --output-logs=errors-only${filter ? ` --filter=${filter}` : ""}`;
  run("npx", ["-y", "-p", packageManager, "-c", turbo], { quiet: true });
}

function run(file, args, { quiet = false } = {}) {
  const { status, signal, error } = spawnSync(file, args, {
    cwd: root,
    env,
    stdio: quiet ? ["ignore", "ignore", "inherit"] : "inherit",
    shell: process.platform === "win32",
  });
  if (error) fail(`${file} could not be started: ${error.message}`);
  if (signal) process.kill(process.pid, signal);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Runs a program until it ends, and passes on signals that end it. A process manager signals npm, and npm signals the shell that it started
 * this program with; that shell ends without a word to this program, which sees only that its parent is another one.
 */
function serve(program, args) {
  const windows = process.platform === "win32";
  const child = spawn(windows ? "node.exe" : "node", [program, ...args], {
    cwd: root,
    env,
    stdio: "inherit",
    shell: windows,
  });
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    pass("SIGTERM");
  }, 250);
  child.on("error", (error) => fail(`${program} could not be started: ${error.message}`));
  child.on("exit", (status, signal) => {
    clearInterval(watch);
    for (const name of signals) process.off(name, pass);
    if (signal) process.kill(process.pid, signal);
    else process.exit(status ?? 1);
  });
}

function step(text) {
  process.stderr.write(`svc: ${text} …\n`);
}

function fail(text) {
  process.stderr.write(`svc: ${text}\n`);
  process.exit(1);
}
