#!/usr/bin/env node
// Checks the cut into packages: who imports whom (the table in boundaries.json), no cycle inside a package, public entries
// only, and that a manifest names just what its sources import.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const table = JSON.parse(readFileSync(join(root, ".ci", "boundaries.json"), "utf8"));
const problems = [];
const builtin = new Set(builtinModules);

for (const [name, allowed] of Object.entries(table)) {
  const dir = join(root, name.startsWith("apps/") ? name : `packages/${name}`);
  if (existsSync(join(dir, "package.json"))) checkPackage(dir, allowed);
}
for (const folder of ["packages", "apps"]) {
  for (const name of readdirSync(join(root, folder))) {
    if (!existsSync(join(root, folder, name, "package.json"))) continue;
    const row = folder === "apps" ? `apps/${name}` : name;
    if (!(row in table)) problems.push(`${folder}/${name}: has no row in .ci/boundaries.json`);
  }
}

checkNames(join(root, "packages", "server", "src"));

for (const p of problems) console.error(p);
console.log(problems.length ? `${problems.length} problems` : "boundaries hold");
process.exit(problems.length ? 1 : 0);

/**
 * The generic server names no built-in resource. Three words mean something else there: `namespaces` is part of the grammar of
 * paths and of audit policies, `serviceaccounts` an attribute of impersonated users, `endpoints` those of health checks.
 */
function checkNames(dir) {
  const facts = JSON.parse(readFileSync(join(root, "packages", "api", "facts", "resources.json"), "utf8"));
  const otherwise = new Map([
    ["namespaces", ["request/request-info.ts", "request/route.ts"]],
    ["serviceaccounts", ["stages/impersonate.ts"]],
    ["endpoints", ["controllers/controller.ts"]],
  ]);
  const names = new Set(facts.map(({ resource }) => resource));
  for (const file of walk(dir)) {
    if (/\.test\.ts$/.test(file)) continue;
    const path = relative(dir, file).replaceAll("\\", "/");
    for (const [, text] of readFileSync(file, "utf8").matchAll(/"([^"\n]*)"/g)) {
      const [, name] = /^([a-z]+)(?:[./].*)?$/.exec(text) ?? [];
      if (names.has(name) && !otherwise.get(name)?.includes(path))
        problems.push(`packages/server/src/${path}: names the built-in resource ${JSON.stringify(text)}`);
    }
  }
}

function checkPackage(dir, allowed) {
  const manifest = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
  const runtime = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies };
  const development = { ...runtime, ...manifest.devDependencies };
  // A published program without entries is one file with everything in it: npm installs nothing beside it.
  const isBundle = manifest.private !== true && manifest.exports === undefined;
  const contained = new Set(bundledBy(dir));
  const files = ["src", "bench", "scripts"].flatMap((d) => walk(join(dir, d)));
  const graph = new Map();
  for (const file of files) {
    const isTest =
      !relative(dir, file).startsWith("src") ||
      /\.(test|bench)\.ts$/.test(file) ||
      /\/(testing|behaviours|security)\//.test(relative(dir, file));
    const edges = [];
    for (const { specifier, typeOnly } of imports(readFileSync(file, "utf8"))) {
      const at = `${relative(root, file)}: imports ${specifier}`;
      if (specifier.startsWith(".")) {
        const target = resolve(dirname(file), specifier);
        if (!existsSync(target)) problems.push(`${at}, which does not exist`);
        if (!target.startsWith(`${dir}/`)) problems.push(`${at}, which lies outside its package`);
        if (!typeOnly) edges.push(target);
        continue;
      }
      const bare = specifier.replace(/^node:/, "");
      if (builtin.has(bare.split("/")[0])) {
        if (!specifier.startsWith("node:")) problems.push(`${at} without the node: prefix`);
        continue;
      }
      const pkg = specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/");
      if (pkg === manifest.name) continue;
      if (pkg.startsWith("@svc/")) {
        if (!isTest && allowed !== "*" && !allowed.includes(pkg.slice(5)))
          problems.push(`${at}, an edge that the table does not allow`);
        const sub = specifier.slice(pkg.length + 1);
        const target = join(root, "packages", pkg.slice(5), "package.json");
        if (!existsSync(target)) problems.push(`${at}, which is no package`);
        else if (!(sub ? `./${sub}` : "." in JSON.parse(readFileSync(target, "utf8")).exports))
          problems.push(`${at}, which is no public entry`);
      }
      const from = isTest
        ? { ...development, ...rootDevelopment() }
        : isBundle || contained.has(pkg)
          ? development
          : runtime;
      if (!(pkg in from))
        problems.push(
          `${at}, which ${relative(root, dir)}/package.json does not name${isTest ? "" : " under dependencies"}`,
        );
    }
    graph.set(file, edges);
  }
  for (const cycle of cycles(graph)) problems.push(`import cycle: ${cycle.map((f) => relative(root, f)).join(" -> ")}`);
}

function rootDevelopment() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies;
}

function walk(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir).flatMap((entry) => {
    const path = join(dir, entry);
    if (statSync(path).isDirectory()) return entry === "node_modules" ? [] : walk(path);
    return /\.m?ts$/.test(entry) ? [path] : [];
  });
}

function imports(text) {
  const found = [];
  const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm;
  for (const [, type, specifier] of text.matchAll(statement)) found.push({ specifier, typeOnly: Boolean(type) });
  for (const [, specifier] of text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g))
    found.push({ specifier, typeOnly: true });
  return found;
}

function cycles(graph) {
  const state = new Map();
  const found = [];
  const visit = (file, path) => {
    if (state.get(file) === "done") return;
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file]);
      return;
    }
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, "done");
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/** Names of packages that a package's files contain, as its bundler's `noExternal` lists them. */
function bundledBy(dir) {
  const config = join(dir, "tsup.config.ts");
  if (!existsSync(config)) return [];
  const list = /noExternal: \[(.*?)\]/.exec(readFileSync(config, "utf8"))?.[1] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
}
