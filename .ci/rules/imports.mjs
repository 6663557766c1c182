// Neither files nor folders of a package form a cycle, types and later imports included, and no file imports more than twelve others of its own
// package.
import { dirname, join, normalize } from "node:path";
import { importsOf, laterImportsOf } from "./source.mjs";

const maxOwnImports = 12;

export function ownImports(sources) {
  const problems = [];
  for (const source of sources) {
    if (source.isTest || source.path.endsWith("/index.ts")) continue;
    const own = importsOf(source).filter((specifier) => specifier.startsWith("."));
    if (own.length > maxOwnImports)
      problems.push({
        at: source.path,
        problem: `imports ${own.length} files of its own package (at most ${maxOwnImports})`,
      });
  }
  return problems;
}

export function folderCycles(sources) {
  return cycles(sources, dirname).map((at) => ({ at, problem: "folders import each other" }));
}

export function fileCycles(sources) {
  return cycles(sources, (path) => path).map((at) => ({ at, problem: "files import each other, types included" }));
}

/** Cycles among the nodes to which the files belong. */
function cycles(sources, nodeOf) {
  const edges = new Map();
  for (const source of sources) {
    if (source.isTest || source.path.endsWith("src/index.ts")) continue;
    const from = nodeOf(source.path);
    for (const specifier of [...importsOf(source), ...laterImportsOf(source)]) {
      if (!specifier.startsWith(".")) continue;
      const to = nodeOf(normalize(join(dirname(source.path), specifier)));
      if (to === from) continue;
      if (!edges.has(from)) edges.set(from, new Set());
      edges.get(from).add(to);
    }
  }
  return components(edges).map((nodes) => nodes.sort().join(" <-> "));
}

/** Strongly connected sets of more than one node (Tarjan). */
function components(edges) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node), low.get(next)));
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node), index.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1) found.push(members);
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return found;
}
