import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { codeBlocks, missingOutput } from "./code-blocks.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const blocks = codeBlocks();

describe("code of a page runs and prints its commented output", () => {
  test.each(blocks.filter(({ declarations }) => declarations === undefined))(
    "$name",
    async ({ folder, code, file }) => {
      // Within the package, so that its own name and what it depends on are found.
      const directory = await mkdtemp(join(root, folder, ".example-"));
      try {
        const program = file === undefined ? ["--input-type=module-typescript", "--eval", code] : [file];
        const { stdout } = await run(process.execPath, ["--conditions=svc-source", ...program], { cwd: directory });
        expect(missingOutput(code, stdout), stdout).toEqual([]);
      } finally {
        await rm(directory, { recursive: true });
      }
    },
  );
});

test.each(blocks)("$name runs on every version of Node that is promised", ({ code }) => {
  // Node 22 has no `using`.
  expect(code).not.toMatch(/\busing\s+\w+\s*=/);
});

const maxFirstExampleLines = 10;

test.each(blocks.filter(({ name }) => /^packages\/.*README\.md$/.test(name)))(
  "the first example of $name has at most ten lines, imports aside",
  ({ code }) => {
    const lines = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import "));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(maxFirstExampleLines);
  },
);
