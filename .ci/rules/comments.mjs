// Lines of comments have at most 100 columns; every name that a package exports has a docstring.
import ts from "typescript";

const maxColumns = 100;

export function commentWidth(sources) {
  const problems = [];
  for (const { path, text } of sources) {
    if (path.includes("/gen/")) continue;
    text.split("\n").forEach((line, at) => {
      if (line.length > maxColumns && /^\s*(\/\/|\/?\*)/.test(line) && !/https?:\/\/\S{60}/.test(line))
        problems.push({
          at: path,
          line: at + 1,
          problem: `a comment has ${line.length} columns (at most ${maxColumns})`,
        });
    });
  }
  return grouped(problems);
}

/** One problem a file, so that exceptions name files. */
function grouped(problems) {
  const files = new Map();
  for (const { at, line } of problems) files.set(at, [...(files.get(at) ?? []), line]);
  return [...files].map(([at, lines]) => ({
    at,
    problem: `comments of more than ${maxColumns} columns: lines ${lines.join(", ")}`,
  }));
}

export function docstrings(sources) {
  const problems = [];
  const byPath = new Map(sources.map((source) => [source.path, source]));
  for (const index of sources) {
    if (!/^packages\/[a-z-]+\/src\/([a-z-]+\/)?index\.ts$/.test(index.path)) continue;
    for (const statement of index.tree.statements) {
      if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || !statement.exportClause) continue;
      if (!ts.isNamedExports(statement.exportClause)) continue;
      const target = resolve(index.path, statement.moduleSpecifier.text);
      const source = byPath.get(target);
      if (source === undefined) continue;
      for (const { propertyName, name } of statement.exportClause.elements) {
        const declared = (propertyName ?? name).text;
        const declaration = declarationOf(source.tree, declared);
        if (declaration !== undefined && ts.getJSDocCommentsAndTags(declaration).length === 0)
          problems.push({ at: `${target} ${declared}`, problem: "is exported without a docstring" });
      }
    }
  }
  return problems;
}

function resolve(from, specifier) {
  return new URL(specifier, `file:///${from}`).pathname.slice(1);
}

function declarationOf(tree, name) {
  for (const statement of tree.statements) {
    if (ts.isVariableStatement(statement)) {
      if (statement.declarationList.declarations.some((d) => d.name.getText() === name)) return statement;
    } else if (statement.name?.text === name) return statement;
  }
  return undefined;
}
