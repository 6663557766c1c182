// What npm shows of a published package, and what its users need of its manifest: addresses, keywords, `./package.json`, and
// ranges instead of exact versions, so that two packages can share a dependency. The addresses of all packages stand here.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source.mjs";

const home = "https://svc.io";
const repository = "git+https://svc.io/source.git";
const minKeywords = 3;
/** Behind `license`, in this order. */
const added = ["homepage", "repository", "keywords"];

export function manifests() {
  return publishedManifests().flatMap(({ path, manifest }) =>
    problemsOf(manifest, path).map((problem) => ({ at: path, problem })),
  );
}

/** Writes what can be derived: addresses, `./package.json` and ranges. */
export function writeManifests() {
  for (const { path, manifest } of publishedManifests()) {
    const text = `${JSON.stringify(completed(manifest, path), undefined, 2)}\n`;
    writeFileSync(join(root, path), text);
  }
}

function publishedManifests() {
  return ["packages", "apps"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`))
    .map((path) => ({ path, manifest: JSON.parse(readFileSync(join(root, path), "utf8")) }))
    .filter(({ manifest }) => manifest.private !== true);
}

function problemsOf(manifest, path) {
  const problems = [];
  if ((manifest.keywords ?? []).length < minKeywords) problems.push(`has fewer than ${minKeywords} keywords`);
  if (!manifest.description) problems.push("has no description");
  if (JSON.stringify(completed(manifest, path)) !== JSON.stringify(manifest))
    problems.push("lacks what `node .ci/rules.mjs --manifests` writes");
  return problems;
}

function completed(manifest, path) {
  const directory = path.slice(0, path.lastIndexOf("/"));
  const values = {
    homepage: `${home}/${directory}`,
    repository: { type: "git", url: repository, directory },
    keywords: manifest.keywords ?? [],
  };
  const complete = {};
  for (const [key, value] of Object.entries(manifest)) {
    if (added.includes(key)) continue;
    complete[key] = value;
    if (key === "license") for (const name of added) complete[name] = values[name];
  }
  const ownManifest = { "./package.json": "./package.json" };
  if (complete.exports) complete.exports = { ...complete.exports, ...ownManifest };
  if (complete.publishConfig?.exports)
    complete.publishConfig = {
      ...complete.publishConfig,
      exports: { ...complete.publishConfig.exports, ...ownManifest },
    };
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"])
    if (complete[kind])
      complete[kind] = Object.fromEntries(Object.entries(complete[kind]).map(([n, v]) => [n, rangeOf(v)]));
  return complete;
}

function rangeOf(version) {
  if (version === "workspace:*") return "workspace:^";
  return /^\d/.test(version) ? `^${version}` : version;
}
