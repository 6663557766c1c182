import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureDirectory } from "./data-directory.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "data-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

it("a data directory is created with its parents, and may exist", async () => {
  const path = join(dir, "a/b");
  await ensureDirectory("--data-dir", path);
  await ensureDirectory("--data-dir", path);
  expect(statSync(path).isDirectory()).toBe(true);
});

it("a data directory that is a file, or below one, is refused with the flag, the path and the reason", async () => {
  const file = join(dir, "file");
  writeFileSync(file, "");
  await expect(ensureDirectory("--data-dir", file)).rejects.toThrow(
    `--data-dir ${file} cannot be used: not a directory`,
  );
  await expect(ensureDirectory("--data-dir", join(file, "x"))).rejects.toThrow("cannot be used: ENOTDIR");
});

it.runIf(process.platform === "linux")("a data directory that no user can create is refused", async () => {
  await expect(ensureDirectory("--data-dir", "/proc/none/data")).rejects.toThrow(
    "--data-dir /proc/none/data cannot be used: ENOENT",
  );
});
