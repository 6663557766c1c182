// What the rules read: the sources of packages and apps, parsed once.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** All TypeScript sources but generated ones: `{ path, package, text, isTest, tree }`, paths relative to the root. */
export function readSources() {
  return ["packages", "apps"].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => {
      const dir = join(root, folder, name, "src");
      return walk(dir).map((file) => source(file, join(folder, name)));
    }),
  );
}

function source(file, dir) {
  const path = relative(root, file);
  const text = readFileSync(file, "utf8");
  const isTest =
    /\.test\.ts$/.test(path) ||
    /\/src\/(.*\/)?(testing|behaviours|security)\//.test(path) ||
    path.includes("/conformance/");
  let tree;
  return {
    path,
    package: dir,
    text,
    isTest,
    get tree() {
      tree ??= ts.createSourceFile(path, text, ts.ScriptTarget.ES2024, true);
      return tree;
    },
  };
}

function walk(dir) {
  let entries;
  try {
    entries = readdirSync(dir);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const path = join(dir, entry);
    if (statSync(path).isDirectory()) return entry === "gen" ? [] : walk(path);
    return entry.endsWith(".ts") ? [path] : [];
  });
}

/** Modules that a source imports or exports from, types included. */
export function importsOf({ tree }) {
  const found = [];
  for (const statement of tree.statements)
    if ((ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) && statement.moduleSpecifier)
      found.push(statement.moduleSpecifier.text);
  return found;
}

/** Modules that a source imports while it runs: `await import(…)`, and the types of such a module. */
export function laterImportsOf({ tree }) {
  const found = [];
  const visit = (node) => {
    const [given] =
      ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
    const named =
      given ?? (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    if (named !== undefined && ts.isStringLiteralLike(named)) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

export function lineOf(tree, position) {
  return tree.getLineAndCharacterOfPosition(position).line + 1;
}
