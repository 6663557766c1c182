import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * The first examples of each package's README and of the pages of the guide, and the programs in
 * TypeScript below `examples`: they run, and print what they say they print.
 */
const pages = [
  ...(await readdir(join(root, "packages"))).map((name) => ({
    page: `packages/${name}/README.md`,
    as: `packages/${name}`,
  })),
  ...(await readdir(join(root, "docs/guide"))).map((name) => ({ page: `docs/guide/${name}`, as: "apps/e2e" })),
];
const programs = (await readdir(join(root, "examples"), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && existsSync(join(root, "examples", entry.name, "main.ts")))
  .map(({ name }) => ({ page: `examples/${name}/main.ts`, as: `examples/${name}` }));
const examples = await Promise.all(
  [...pages, ...programs].map(async ({ page, as }) => {
    const text = await readFile(join(root, page), "utf8");
    return { page, as, code: page.endsWith(".md") ? firstExample(text) : text };
  }),
);

describe("examples", () => {
  test.each(examples.filter(({ code }) => code !== ""))("$page", async ({ as, code }) => {
    // Within the package, so that its own name and what it depends on are found.
    const directory = await mkdtemp(join(root, as, ".example-"));
    try {
      const flags = ["--conditions=svc-source", "--input-type=module-typescript", "--eval", code];
      const { stdout } = await run(process.execPath, flags, { cwd: directory });
      for (const said of saidBy(code)) for (const part of said.split("…")) expect(plain(stdout)).toContain(plain(part));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

const maxFirstExampleLines = 10;

describe("the first example of a package's README", () => {
  test.each(examples.filter(({ page }) => page.startsWith("packages/")))(
    "$page has at most ten lines, imports aside, and runs on every version of Node that is promised",
    ({ code }) => {
      const lines = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import "));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length).toBeLessThanOrEqual(maxFirstExampleLines);
      // Node 22 has no `await using`.
      expect(code).not.toMatch(/\busing\b/);
    },
  );
});

function firstExample(markdown: string): string {
  return /```ts\n(.*?)```/s.exec(markdown)?.[1] ?? "";
}

/** What stands behind calls of `console.log`. */
function saidBy(code: string): readonly string[] {
  return [...code.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)].map(([, said = ""]) => said);
}

/** However it is broken into lines. */
function plain(text: string): string {
  return text.replace(/\s+/g, "");
}
