// Decisions are numbered without gaps, and their titles are sentences of their own: `# NNNN: what is decided`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source.mjs";

export function decisions() {
  const folder = join("docs", "decisions");
  const names = readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .sort();
  const problems = [];
  names.forEach((name, at) => {
    const path = join(folder, name);
    const want = String(at + 1).padStart(4, "0");
    if (!name.startsWith(`${want}-`))
      problems.push({ at: path, problem: `the decision after ${at} must be number ${want}` });
    if (!readFileSync(join(root, path), "utf8").startsWith(`# ${name.slice(0, 4)}`))
      problems.push({ at: path, problem: `must begin with "# ${name.slice(0, 4)}"` });
  });
  return problems;
}
