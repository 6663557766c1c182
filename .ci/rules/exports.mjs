// Every value that a package's entry exports is used: by another package, an app or an example, or shown on a page or in a README.
// Types are left out: signatures of values name them. `exports.json` lists, by reason, those that only users of the packages need.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./source.mjs";

const reasons = JSON.parse(readFileSync(new URL("exports.json", import.meta.url), "utf8"));

const isEntry = /^packages\/[a-z-]+\/src\/([a-z-]+\/)?index\.ts$/;

export function exportsInUse(sources) {
  const known = new Set(Object.values(reasons).flat());
  const unused = unusedExports(sources);
  const problems = unused
    .filter((at) => !known.has(at))
    .map((at) => ({ at, problem: "is exported, and neither used elsewhere nor documented" }));
  for (const at of known)
    if (!unused.includes(at)) problems.push({ at, problem: "is in use or gone: exports.json needs no reason for it" });
  return problems;
}

/** Exported values that no page and no file outside the package names, as `entry name`. */
function unusedExports(sources) {
  const texts = usingTexts();
  return sources
    .filter(({ path }) => isEntry.test(path))
    .flatMap((entry) => {
      const name = `@svc/${entry.package.slice("packages/".length)}`;
      const users = texts.filter(
        ({ path, text }) => path.endsWith(".md") || (!path.startsWith(`${entry.package}/`) && text.includes(name)),
      );
      return exportedValues(entry.tree)
        .filter((value) => !users.some(({ words }) => words.has(value)))
        .map((value) => `${entry.path} ${value}`);
    });
}

/** Names that an entry exports, without those of types. */
function exportedValues(tree) {
  return tree.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly || !statement.exportClause) return [];
    if (!ts.isNamedExports(statement.exportClause)) return [];
    return statement.exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
  });
}

/** Files that may use an export, each with its words. The reference lists all exports, and counts as no use. */
function usingTexts() {
  const files = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.md", "*.mjs"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  return files
    .split("\n")
    .filter((path) => /^(packages|apps|examples|docs)\//.test(path) || path === "README.md")
    .filter((path) => !/^docs\/reference\/|\/CHANGELOG\.md$|\/src\/README\.md$/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, words: new Set(text.match(/\w+/g)) };
    });
}
