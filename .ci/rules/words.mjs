// Words that readers of the field would have to look up, and phrases that hide the subject. Names, comments, messages and pages.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./source.mjs";

/** What to say instead stands in the message. */
const worst = [
  [/\b[Ww]hoever\b/, "name the subject: the client, the caller, the server"],
  [/\b[Nn]obody\b/, "name the subject"],
  [/\b[Tt]hose (who|that|whom|for whom)\b/, "name them"],
  [/\b[Aa]nybody\b/, "name the subject"],
  [/\b[Ss]omebody\b/, "name the subject"],
  [/\b(who|whom) (speaks|asks|waits|writes|reads|answers)\b/, "name the subject"],
  [
    /\b(upkeep|keeper|teller|beside[ -]?us|taken[ -]?off)\b/i,
    "use the field's term: controller, reconciler, acknowledger",
  ],
  [/\b(is|are|was|were) told of\b/, "say `receives` or `is notified of`"],
  [/\b[Ww]hat of all\b/, "name the thing"],
];

export function words(sources) {
  const problems = [];
  for (const { path, text } of [...sources.filter((s) => !s.path.includes("/testdata/")), ...pages()]) {
    const found = new Set();
    for (const [pattern, advice] of worst) {
      const match = pattern.exec(text);
      if (match !== null) found.add(`"${match[0]}" (${advice})`);
    }
    if (found.size > 0) problems.push({ at: path, problem: [...found].join("; ") });
  }
  return problems;
}

function pages() {
  return ["docs", "packages", "apps"]
    .flatMap((folder) => markdown(join(root, folder)))
    .concat(join(root, "README.md"))
    .map((file) => ({
      path: relative(root, file),
      text: readFileSync(file, "utf8"),
    }));
}

/** The reference repeats docstrings, which are checked where they stand. */
const generated = join(root, "docs", "reference");

function markdown(dir) {
  if (dir === generated) return [];
  return readdirSync(dir).flatMap((entry) => {
    if (entry === "node_modules" || entry === "dist" || entry.startsWith(".")) return [];
    const path = join(dir, entry);
    if (statSync(path).isDirectory()) return markdown(path);
    return entry.endsWith(".md") && entry !== "CHANGELOG.md" ? [path] : [];
  });
}
