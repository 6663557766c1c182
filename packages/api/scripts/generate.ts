/**
 * Generates src/gen, and src/gen of packages/types and of packages/schema, from facts/. With
 * --check it only reports whether they are up to date.
 *
 * The schemas of a group version become one line of JSON, which is parsed when one of its kinds is
 * first used: that loads several times faster than object literals, and unused kinds cost nothing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeSchemas } from "./encode-schemas.ts";
import type { GroupFact, ResourceFact, SchemaFacts } from "./facts.ts";
import { typeFiles } from "./types.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "src", "gen");
const typesOut = join(root, "..", "types", "src", "gen");
const commonOut = join(root, "..", "schema", "src", "gen");
const check = process.argv.includes("--check");

const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, "facts", `${name}.json`), "utf8")) as T;

const groups = read<readonly GroupFact[]>("groups");
const resources = read<readonly ResourceFact[]>("resources");
const schemas = read<SchemaFacts>("schemas");
const typeNames = existsSync(join(root, "facts", "type-names.json")) ? read<Record<string, string>>("type-names") : {};

/** Product names become templates that a dialect fills. */
function template(text: string): string {
  return text
    .replaceAll("kube-system", "{system}-system")
    .replaceAll("kube-public", "{system}-public")
    .replaceAll("kube-node-lease", "{system}-node-lease")
    .replaceAll("k8s.io", "{api}")
    .replaceAll("kubernetes.io", "{labels}")
    .replaceAll("x-kubernetes-", "x-{product}-")
    .replaceAll(/(?<![\w.])kubernetes(?![\w.])/g, "{product}");
}

const header =
  "// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.\n\n";
const literal = (value: unknown): string => JSON.stringify(template(JSON.stringify(value)));

const files = new Map<string, string>();
const prefixes = new Map(groups.map((g) => [g.schemaPrefix, g]));
const names: string[] = [];
/** Types that all APIs share: a server needs them whatever it serves. */
const commonPrefixes = new Set(["meta/v1", "apidiscovery/v2", "runtime", "version"]);
const commonFiles = new Map<string, string>();
const commonNames: string[] = [];
for (const [prefix, defs] of encodeSchemas(schemas, typeNames)) {
  const name = prefix.replaceAll("/", "-");
  const isCommon = commonPrefixes.has(prefix);
  (isCommon ? commonNames : names).push(prefix);
  (isCommon ? commonFiles : files).set(
    `schemas/${name}.ts`,
    `${header}export const text: string =\n  ${literal(defs)};\n`,
  );
}
const identifier = (prefix: string): string => prefix.replace(/[/-](\w)/g, (_, c: string) => c.toUpperCase());
files.set("schemas.ts", indexOf(names, "schemaTexts"));
commonFiles.set("common-schemas.ts", indexOf(commonNames, "commonSchemaTexts"));
function indexOf(unsorted: readonly string[], variable: string): string {
  const names = unsorted.toSorted();
  return `${header}${names.map((n) => `import { text as ${identifier(n)} } from "./schemas/${n.replaceAll("/", "-")}.ts";`).join("\n")}

/** Schemas as JSON, by the part of their names before the dot; and what comes before their names in OpenAPI documents. */
export const ${variable}: Readonly<Record<string, { readonly text: string; readonly openapi: string }>> = {
${names.map((n) => `  ${JSON.stringify(n)}: { text: ${identifier(n)}, openapi: ${JSON.stringify(openapiPrefix(n))} },`).join("\n")}
};
`;
}
function openapiPrefix(prefix: string): string {
  return (prefixes.get(prefix)?.openapiPrefix ?? prefix).replace(/^io\.k8s/, "{openapi}");
}
const tables = {
  resources,
  groups: groups.filter((g) => g.served),
  strategies: read<{ readonly updateStrategies: unknown }>("defaults").updateStrategies,
  statusMetadata: read<{ readonly statusMetadata: unknown }>("defaults").statusMetadata,
  selectors: read<{ readonly kinds: unknown }>("field-selectors").kinds,
  columns: read<{ readonly kinds: unknown }>("table-columns").kinds,
  priorities: read("priorities"),
};
files.set(
  "tables.ts",
  `${header}/** Tables of resources as JSON; product names are templates. */\nexport const tables: Readonly<Record<${Object.keys(
    tables,
  )
    .map((k) => JSON.stringify(k))
    .join(" | ")}, string>> = {\n${Object.entries(tables)
    .map(([k, v]) => `  ${k}: ${literal(v)},`)
    .join("\n")}\n};\n`,
);
const typeModules = new Map<string, string>();
for (const [name, text] of typeFiles(schemas, groups, resources)) typeModules.set(name, header + text);

const stale = [...update(out, files), ...update(typesOut, typeModules), ...update(commonOut, commonFiles)];
console.log(
  stale.length === 0
    ? `${files.size + typeModules.size + commonFiles.size} generated files are fresh`
    : `${check ? "stale" : "wrote"}: ${stale.join(", ")}`,
);
if (check && stale.length > 0) process.exit(1);

/**
 * Writes changed files and removes files that are no longer generated; with --check neither.
 * @returns the paths of both
 */
function update(folder: string, requested: ReadonlyMap<string, string>): readonly string[] {
  const differing: string[] = [];
  for (const [name, text] of requested) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
    differing.push(path);
    if (check) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  for (const name of list(folder)) {
    if (requested.has(name)) continue;
    differing.push(join(folder, name));
    if (!check) rmSync(join(folder, name));
  }
  return differing;
}

function list(dir: string, under = ""): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true }).flatMap((e) =>
    e.isDirectory() ? list(join(dir, e.name), `${under}${e.name}/`) : [under + e.name],
  );
}
