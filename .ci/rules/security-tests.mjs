// Every test that docs/security.md names exists: rows end in `file` "words of its name".
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source.mjs";

const at = "docs/security.md";

export function securityTests() {
  const text = readFileSync(join(root, at), "utf8");
  const problems = [];
  for (const row of text.split("\n").filter((line) => /^\| .*CVE-/.test(line))) {
    const [, file, name] = /`([^`]+\.test\.ts)` "([^"]+)" *\|$/.exec(row) ?? [];
    if (file === undefined) problems.push({ at, problem: `names no test: ${row.slice(0, 60)}` });
    else if (!existsSync(join(root, file))) problems.push({ at, problem: `${file} does not exist` });
    else if (!readFileSync(join(root, file), "utf8").includes(name))
      problems.push({ at, problem: `${file} has no test "${name}"` });
  }
  return problems;
}
