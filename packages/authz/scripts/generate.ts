/** Generates src/gen from facts/. With --check it only reports whether src/gen is up to date. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const facts = JSON.parse(readFileSync(join(root, "facts", "default-rbac.json"), "utf8")) as unknown;
const templated = JSON.stringify(facts)
  .replaceAll("kube-system", "{system}-system")
  .replaceAll("kube-public", "{system}-public")
  .replaceAll("kube-node-lease", "{system}-node-lease")
  .replaceAll("kubernetes.io", "{labels}")
  .replaceAll("k8s.io", "{api}");
const text = `// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run \`pnpm generate\`.

/** The default policy as JSON; product names are templates. */
export const text: string =
  ${JSON.stringify(templated)};
`;
const path = join(root, "src", "gen", "default-policy.ts");
const fresh = existsSync(path) && readFileSync(path, "utf8") === text;
if (process.argv.includes("--check")) {
  console.log(fresh ? "the default policy is fresh" : "stale: default-policy.ts");
  if (!fresh) process.exit(1);
} else {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
