#!/usr/bin/env node
// Refuses regular expressions whose time grows faster than their text: a text of 3 MiB, or of 100 characters, would stop the
// server. Judges each literal of the sources, twice where the first, exact way can't: patterns with references or assertions.
// Patterns that clients send run in RE2, and those that the code puts together are not judged.
import { checkSync } from "recheck";
import ts from "typescript";
import { readSources } from "./rules/source.mjs";

const toolFolders = ["apps/bench", "apps/e2e"];
const places = new Map();
for (const { path, package: folder, tree, isTest } of readSources()) {
  if (isTest || toolFolders.includes(folder)) continue;
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
      places.set(node.text, [...(places.get(node.text) ?? []), `${path}:${line}`]);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

const seed = 1;
let problems = 0;
for (const [literal, at] of places) {
  const end = literal.lastIndexOf("/");
  const [pattern, flags] = [literal.slice(1, end), literal.slice(end + 1).replace(/[vd]/g, "")];
  let verdict = checkSync(pattern, flags, { checker: "automaton", timeout: 3_000 });
  if (verdict.status === "unknown")
    verdict = checkSync(pattern, flags, { checker: "fuzz", timeout: 10_000, randomSeed: seed });
  if (verdict.status !== "vulnerable") continue;
  problems++;
  console.error(
    `${at.join(", ")}: ${literal} takes ${verdict.complexity.summary} time, for example of ${verdict.attack.pattern}`,
  );
}
console.log(problems === 0 ? `${places.size} regular expressions take linear time` : `${problems} problems`);
process.exit(problems === 0 ? 0 : 1);
