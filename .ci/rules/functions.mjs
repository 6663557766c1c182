// Functions have at most 70 lines and three positional parameters.
import ts from "typescript";
import { lineOf } from "./source.mjs";

const maxLines = 70;
const maxParameters = 3;

export function functionSizes(sources) {
  return everyFunction(sources, ({ source, node }) => {
    const lines = lineOf(source.tree, node.end) - lineOf(source.tree, node.getStart(source.tree)) + 1;
    return lines > maxLines ? `has ${lines} lines (at most ${maxLines})` : undefined;
  });
}

export function parameters(sources) {
  return everyFunction(sources, ({ node }) => {
    const count = node.parameters.filter(
      ({ name, dotDotDotToken }) => name.getText() !== "this" && !dotDotDotToken,
    ).length;
    return count > maxParameters ? `has ${count} positional parameters (at most ${maxParameters})` : undefined;
  });
}

function everyFunction(sources, judge) {
  const problems = [];
  for (const source of sources) {
    if (source.isTest) continue;
    const visit = (node) => {
      if (ts.isFunctionLike(node) && node.body !== undefined) {
        const name = nameOf(node);
        const problem = judge({ source, node, name });
        if (problem !== undefined) problems.push({ at: `${source.path} ${name}`, problem });
      }
      ts.forEachChild(node, visit);
    };
    visit(source.tree);
  }
  return problems;
}

function nameOf(node) {
  const named = node.name ?? (node.parent && "name" in node.parent ? node.parent.name : undefined);
  if (ts.isConstructorDeclaration(node)) return "constructor";
  return named === undefined ? "(anonymous)" : named.getText();
}
