// Links of pages in Markdown: the file that a relative link names exists, and has the heading that its fragment names. READMEs that
// packages are published with name no source file, which tarballs lack.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./source.mjs";

/** Problems `{ at, problem }` of all pages that are in the repository. */
export function links() {
  const pages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((page) => page !== "" && existsSync(join(root, page)));
  return pages.flatMap((page) => {
    const text = withoutCode(readFileSync(join(root, page), "utf8"));
    const named = isPublished(page)
      ? [...text.matchAll(/`([^`\s]+)`/g)].filter(([, name]) => isSource(dirname(page), name))
      : [];
    const absent = named.map(([file]) => ({
      at: `${page} ${file}`,
      problem: "is not in the tarball: name it in src/README.md",
    }));
    const targets = [...text.matchAll(/\]\((?<target>[^)\s]+)\)|^\s+link: (?<hero>\/\S+)$/gm)];
    const broken = targets
      .map(({ groups: { target, hero } }) => target ?? hero)
      .filter((target) => !/^[a-z]+:/.test(target))
      .flatMap((target) => {
        const problem = problemOf(page, target);
        return problem === undefined ? [] : [{ at: `${page} ${target}`, problem }];
      });
    return [...absent, ...broken];
  });
}

function isPublished(page) {
  const manifest = /^packages\/[^/]+\/README\.md$/.test(page) && join(root, dirname(page), "package.json");
  return manifest && JSON.parse(readFileSync(manifest, "utf8")).private !== true;
}

/** True for files and folders (`http1/`) that tarballs lack. */
function isSource(folder, name) {
  if (/^(src|testdata|bench|scripts)\//.test(name)) return true;
  return /^[a-z][\w./-]*(\.ts|\/)$/.test(name) && existsSync(join(root, folder, "src", name));
}

function problemOf(page, target) {
  const [path, fragment] = target.split("#");
  // Packages' pages of the site include the READMEs, whose links are relative to their own folder.
  const start = path.startsWith("/") ? join(root, "docs") : join(root, dirname(page));
  const file = path === "" ? join(root, page) : fileOf(join(start, path));
  if (file === undefined) return "leads nowhere";
  if (fragment === undefined || !file.endsWith(".md")) return undefined;
  return headingsOf(included(file)).includes(fragment) ? undefined : `${relative(root, file)} has no such heading`;
}

/** The page that a link of the site means, or a file or folder. */
function fileOf(path) {
  const candidates = [path, `${path}.md`, join(path, "README.md"), join(path, "index.md")];
  return (
    candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? (existsSync(path) ? path : undefined)
  );
}

/** The text of a page with that of the page that it includes. */
function included(file) {
  const text = readFileSync(file, "utf8");
  return text.replace(/<!--@include: (\S+?)-->/g, (_, path) => readFileSync(join(dirname(file), path), "utf8"));
}

function headingsOf(text) {
  return [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

function withoutCode(text) {
  return text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, (code) => (/\]\(/.test(code) ? "" : code));
}
