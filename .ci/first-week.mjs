#!/usr/bin/env node
// What a user does in the first week, from packed tarballs alone, on each version of Node that is promised: installs the packages, runs all
// code of READMEs, docs and examples/, checks its types strictly, and runs, backs up and upgrades the server.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { codeBlocks, missingOutput } from "../apps/e2e/src/code-blocks.ts";
import { packAll, publishedPackages, root } from "./tarballs.mjs";

const versions = ["22", "24"];
const work = mkdtempSync(join(tmpdir(), "svc-first-week-"));
const project = join(work, "project");
const definitionsFile = join(project, "definitions.yaml");
const failures = [];

try {
  const packages = publishedPackages();
  const tarballs = packAll(packages, work);
  install(tarballs);
  const programs = writePrograms();
  printTypes();
  checkTypes();
  for (const version of versions) {
    const node = installNode(version);
    for (const program of programs.filter(({ runs }) => runs)) runProgram(node, program, version);
    printTypesWith(node, version);
    measureImport(node, version);
  }
  await upgrade();
  await container(tarballs);
  earlierNode(packages);
  for (const runtime of ["bun", "deno"]) otherRuntime(runtime, programs);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
console.log(`${failures.length} failures`);
process.exit(failures.length ? 1 : 0);

function command(what, file, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: "utf8", timeout: 300_000, ...options });
  if (status !== 0) failures.push(`${what}: ${error ?? ""}\n${stdout}${stderr}`);
  return { ok: status === 0, stdout: stdout ?? "" };
}

/** One project with all packages, and with what the examples use besides them. */
function install(tarballs) {
  mkdirSync(project);
  const overrides = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]));
  const others = {};
  for (const name of exampleNames()) {
    const { dependencies, devDependencies } = readJson(join(root, "examples", name, "package.json"));
    Object.assign(others, dependencies, devDependencies);
  }
  const { devDependencies } = readJson(join(root, "package.json"));
  const dependencies = {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !name.startsWith("@svc/"))),
    "@types/node": devDependencies["@types/node"],
    ...overrides,
  };
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "week", private: true, type: "module", dependencies, overrides }),
  );
  const flags = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  command("install all packages", "npm", flags, { cwd: project });
}

/** All code blocks of READMEs and docs, and the programs of examples/, as files of the project. */
function writePrograms() {
  return codeBlocks().map(({ name, code, declarations, file: source }) => {
    const folder = join(project, "code", name.replace(/\.(md|ts)/, "").replace(/[/ ]/g, "-"));
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "main.ts");
    if (source !== undefined) {
      const filter = (path) => !path.includes("node_modules");
      cpSync(dirname(source), folder, { recursive: true, filter });
      return { name, file, code, runs: true };
    }
    // An import makes it a module for TypeScript whatever it has.
    writeFileSync(file, `${declarations ?? ""}\n${code}\nexport {};\n`);
    return { name, file, code, runs: declarations === undefined };
  });
}

/** Examples in TypeScript; others are for other languages. */
function exampleNames() {
  return readdirSync(join(root, "examples")).filter((name) => existsSync(join(root, "examples", name, "main.ts")));
}

function checkTypes() {
  const tsc = join(root, "node_modules", "typescript-native", "bin", "tsc");
  for (const [module, moduleResolution] of [
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ]) {
    const compilerOptions = {
      ...{ module, moduleResolution, target: "es2024", lib: ["es2024", "esnext.array", "esnext.disposable"] },
      ...{ strict: true, noEmit: true, types: ["node"], skipLibCheck: false, allowImportingTsExtensions: true },
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["code/**/*.ts"] }));
    command(`types of all examples, ${moduleResolution}`, process.execPath, [tsc, "-p", "tsconfig.json"], {
      cwd: project,
    });
  }
}

/** Types of definitions as `npx svc-types` prints them, and a program with a client of them, which is type-checked. */
function printTypes() {
  const folder = join(project, "code", "svc-types");
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "packages", "apiextensions", "src", "testing", "testdata", "definitions.yaml"), definitionsFile);
  const args = ["--no", "svc-types", definitionsFile, "--out", join(folder, "types.ts")];
  command("npx svc-types", "npx", args, { cwd: project });
  writeFileSync(
    join(folder, "main.ts"),
    `import type { createClient } from "@svc/client";
import type { BuiltinTypes } from "@svc/types";
import type { ExtensionTypes } from "./types.ts";
type Client = ReturnType<typeof createClient<BuiltinTypes & ExtensionTypes>>;
export const kindOf = async (client: Client): Promise<"Widget"> =>
  (await client["example.com"].v1.widgets("default").get("a")).kind;
`,
  );
}

/** The program prints the same on each version of Node. */
function printTypesWith(node, version) {
  const { bin } = readJson(join(project, "node_modules", "@svc", "apiextensions", "package.json"));
  const program = join(project, "node_modules", "@svc", "apiextensions", bin["svc-types"]);
  const { ok, stdout } = command(`svc-types on Node ${version}`, node, [program, definitionsFile]);
  const expected = readFileSync(join(project, "code", "svc-types", "types.ts"), "utf8");
  if (ok && stdout.trim() !== expected.trim()) failures.push(`svc-types on Node ${version} prints other types`);
}

function installNode(version) {
  const folder = join(work, `node-${version}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  const flags = ["install", "--no-audit", "--no-fund", "--prefer-offline", `node@${version}`];
  command(`install Node ${version}`, "npm", flags, { cwd: folder });
  return nodeOf(version);
}

function nodeOf(version) {
  return join(work, `node-${version}`, "node_modules", "node", "bin", "node");
}

/** Runs a program, and looks for what the comments behind its calls of console.log say that it prints. */
function runProgram(node, { name, file, code }, version) {
  const cwd = dirname(file);
  const flags = ["--experimental-strip-types", "--no-warnings", file];
  const { ok, stdout } = command(`${name} on Node ${version}`, node, flags, { cwd, timeout: 60_000 });
  rmSync(join(cwd, "data"), { recursive: true, force: true });
  if (!ok) return;
  for (const part of missingOutput(code, stdout))
    failures.push(`${name} on Node ${version}: does not print ${part}, but ${stdout}`);
}

/** Milliseconds of CPU that an import takes, and bytes that all packages take on the disk. */
function measureImport(node, version) {
  const code =
    "await import('@svc/server'); const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)";
  const { stdout } = command(`import on Node ${version}`, node, ["--input-type=module", "-e", code], { cwd: project });
  console.log(
    `Node ${version}: import of @svc/server, process start included: ${Math.round(Number(stdout))} ms of CPU`,
  );
}

/** A server of one version of Node, its backup, and its data served by the next version. */
async function upgrade() {
  const data = join(work, "data");
  const program = join(project, "node_modules", "@svc", "apiserver", "dist", "main.js");
  const nodes = versions.map(nodeOf);
  for (const node of nodes) {
    const flags = [program, `--data-dir=${data}`, "--secure-port=0", "--bind-address=127.0.0.1"];
    const server = spawn(node, flags, { stdio: ["ignore", "pipe", "pipe"] });
    const { ready, exit, errors } = observe(server);
    if ((await Promise.race([ready, exit])) !== true) {
      failures.push(`svc-apiserver with ${node} did not start: ${errors()}`);
      return;
    }
    command("backup of a running server", node, [
      program,
      "backup",
      join(work, `${failures.length}-${Date.now()}`),
      `--data-dir=${data}`,
    ]);
    server.kill("SIGTERM");
    const code = await exit;
    if (code !== 0) failures.push(`svc-apiserver with ${node} ended with ${code}: ${errors()}`);
  }
  command("check of the store", nodes[0], [program, "check", `--data-dir=${data}`]);
}

/** Does what the Containerfile says, without a container: its program is process 1 and ends on SIGTERM. */
async function container(tarballs) {
  const text = readFileSync(join(root, "apps", "apiserver", "deploy", "Containerfile"), "utf8");
  const version = /^FROM node:(\d+)/m.exec(text)?.[1];
  if (!versions.includes(version)) {
    failures.push(`the Containerfile begins with Node ${version}, which is not tested`);
    return;
  }
  const [program, ...flags] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(text)?.[1] ?? "[]");
  const folder = join(work, "container");
  const install = ["install", "--global", `--prefix=${folder}`, "--ignore-scripts", "--no-audit", "--no-fund"];
  command("install in a container", "npm", [...install, tarballs.get("@svc/apiserver")]);
  const args = [
    ...flags.map((flag) => flag.replace("/data", join(folder, "data"))),
    ...["--secure-port=0", "--bind-address=127.0.0.1"],
  ];
  const node = dirname(nodeOf(version));
  const env = { ...process.env, PATH: `${node}:${process.env.PATH}` };
  // Where namespaces may not be made, it is any process.
  const isolated = spawnSync("unshare", ["--pid", "--fork", "true"]).status === 0;
  if (!isolated) console.log("container: no right to make a namespace of processes; the server is not process 1");
  const file = join(folder, "bin", program);
  const server = isolated
    ? spawn("unshare", ["--pid", "--fork", "--kill-child", file, ...args], { env, stdio: ["ignore", "pipe", "pipe"] })
    : spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const { ready, exit, errors } = observe(server);
  if ((await Promise.race([ready, exit])) !== true) {
    failures.push(`the program of the container did not start: ${errors()}`);
    return;
  }
  const pid = isolated ? Number(spawnSync("pgrep", ["-P", `${server.pid}`], { encoding: "utf8" }).stdout) : server.pid;
  process.kill(pid, "SIGTERM");
  const code = await exit;
  if (code !== 0) failures.push(`the program of the container ended with ${code}: ${errors()}`);
}

/** A server's first line, its end and what it says on standard error. */
function observe(server) {
  const chunks = [];
  server.stderr.on("data", (chunk) => chunks.push(chunk));
  const exit = new Promise((resolve) => server.once("exit", resolve));
  const ready = new Promise((resolve) => {
    createInterface({ input: server.stdout }).on("line", (line) => line.startsWith("ready in") && resolve(true));
  });
  return { ready, exit, errors: () => `${Buffer.concat(chunks)}` };
}

/** Programs say which version of Node they need. */
function earlierNode(packages) {
  const node = installNode("20");
  for (const { manifest } of packages)
    for (const [program, file] of Object.entries(manifest.bin ?? {})) {
      const args = [join(project, "node_modules", manifest.name, file), "--version"];
      const { status, stderr } = spawnSync(node, args, { encoding: "utf8" });
      if (status !== 1 || !stderr.startsWith(`${program} needs Node 22.19 or later; this is v20.`))
        failures.push(`${program} on Node 20: ${status} ${stderr}`);
    }
}

/** Runs some programs on another runtime, where npm has it: what works there stays working. */
function otherRuntime(runtime, programs) {
  const folder = join(work, runtime);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  const flags = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", runtime];
  const { status, stderr } = spawnSync("npm", flags, { cwd: folder, encoding: "utf8", timeout: 300_000 });
  const file =
    status === 0 ? readdirSync(folder, { recursive: true }).find((path) => isBinary(path, runtime)) : undefined;
  if (file === undefined) {
    console.log(`${runtime}: skipped, since npm has none for this machine: ${stderr}`);
    return;
  }
  const args = runtime === "deno" ? ["run", "--allow-all", "--no-check", "--quiet"] : [];
  for (const name of ["docs/index.md", "packages/client/README.md", "packages/cel/README.md"]) {
    const { file: program, code } = programs.find((one) => one.name === name);
    const { ok, stdout } = command(`${name} on ${runtime}`, join(folder, file), [...args, program], {
      cwd: dirname(program),
      timeout: 60_000,
    });
    for (const part of ok ? missingOutput(code, stdout) : [])
      failures.push(`${name} on ${runtime}: does not print ${part}, but ${stdout}`);
  }
}

/** The runtime itself, in the package of this machine's platform. */
function isBinary(path, runtime) {
  return (
    /node_modules.@(?:oven|deno).[\w-]+.(?:bin.)?\w+$/.test(path) &&
    path.endsWith(runtime) &&
    !path.endsWith(`@${runtime}`)
  );
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
