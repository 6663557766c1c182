#!/usr/bin/env node
// Writes the reference of each package, docs/reference/<package>.md, from the types and docstrings of its public entries; `--check` compares
// instead, so that a change of a public type shows in a diff. Declarations need no type checker: the code has `isolatedDeclarations`.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ts = createRequire(import.meta.url)("typescript");
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "docs", "reference");
const check = process.argv.includes("--check");
/** Types of the built-in kinds are the API's own, and thousands. */
const namesOnly = new Set(["types"]);

/** Parsed declarations, by file. */
const declarations = new Map();

const pages = new Map();
for (const name of readdirSync(join(root, "packages")).sort()) {
  const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
  if (!manifest.private && manifest.exports) pages.set(`${name}.md`, pageOf(name, manifest));
}
const problems = [];
for (const [file, text] of pages) {
  const path = join(folder, file);
  if (check) {
    if (!existsSync(path) || readFileSync(path, "utf8") !== text) problems.push(file);
  } else {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text);
  }
}
for (const file of existsSync(folder) ? readdirSync(folder) : [])
  if (!pages.has(file)) {
    if (check) problems.push(file);
    else rmSync(join(folder, file));
  }
if (problems.length > 0) {
  console.error(`docs/reference is not what the code says (${problems.join(", ")}): node .ci/reference.mjs writes it`);
  process.exit(1);
}
console.log(`${pages.size} pages of reference`);

function pageOf(name, { exports, description }) {
  const lines = [
    `# @svc/${name}: reference`,
    "",
    description,
    "",
    `How it is used: [@svc/${name}](../packages/${name}).`,
  ];
  for (const [entry, conditions] of Object.entries(exports)) {
    const source = conditions["svc-source"];
    if (source === undefined || entry.includes("*")) continue;
    lines.push("", `## \`@svc/${name}${entry.slice(1)}\``);
    const symbols = exportsOf(join(root, "packages", name, source));
    if (namesOnly.has(name)) {
      lines.push("", `${symbols.length} names.`);
      continue;
    }
    for (const symbol of symbols.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1)))
      lines.push("", `### ${symbol.name}`, "", ...(symbol.docs ? [symbol.docs, ""] : []), "```ts", symbol.text, "```");
  }
  return `${lines.join("\n")}\n`;
}

/** What an entry exports, by the declarations in the files that it names. */
function exportsOf(entry) {
  const file = parse(entry, readFileSync(entry, "utf8"));
  const symbols = [];
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) continue;
    const from = statement.moduleSpecifier?.text;
    for (const element of statement.exportClause.elements ?? []) {
      const local = (element.propertyName ?? element.name).text;
      const name = element.name.text;
      if (from === undefined || !from.startsWith(".")) symbols.push({ name, docs: "", text: `from "${from}"` });
      else symbols.push({ name, ...declarationOf(join(dirname(entry), from), local) });
    }
  }
  return symbols;
}

function declarationOf(path, name) {
  let file = declarations.get(path);
  if (file === undefined) {
    const { outputText } = ts.transpileDeclaration(readFileSync(path, "utf8"), {
      fileName: path,
      compilerOptions: { target: "es2024" },
    });
    declarations.set(path, (file = parse(path, outputText)));
  }
  const found = file.statements.filter((s) => namesOf(s).includes(name));
  // A name that the file passes on from another one.
  for (const statement of found.length === 0 ? file.statements : []) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue;
    for (const element of statement.exportClause?.elements ?? [])
      if (element.name.text === name)
        return declarationOf(
          join(dirname(path), statement.moduleSpecifier.text),
          (element.propertyName ?? element.name).text,
        );
  }
  const text = found
    .map((s) =>
      s
        .getText(file)
        .replace(/^export (declare )?/, "")
        .trim(),
    )
    .join("\n");
  return { text, docs: docsOf(found[0], file) };
}

function namesOf(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map((d) => d.name.getText());
  return statement.name ? [statement.name.text] : [];
}

/** The docstring as Markdown: tags become lines of their own. */
function docsOf(statement, file) {
  if (statement === undefined) return "";
  const comment = ts.getLeadingCommentRanges(file.text, statement.pos)?.at(-1);
  if (comment === undefined) return "";
  const text = file.text.slice(comment.pos, comment.end);
  if (!text.startsWith("/**")) return "";
  const lines = text
    .slice(3, -2)
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  return escaped(
    lines
      .join("\n")
      .trim()
      .replace(/\{@link (\w+)\}/g, "`$1`")
      .replace(/\s*(?<=^|\s)(@(?!svc\b)\w+)/g, "\n\n*$1*")
      .trim(),
  );
}

/** Braces and angle brackets mean something else in pages of the site. */
function escaped(markdown) {
  return markdown
    .split(/(`[^`\n]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "{ {")))
    .join("");
}

function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
