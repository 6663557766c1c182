import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readFlagFile, readIfExists, readOrCreate } from "./flag-file.ts";
import { StartupError } from "./startup-error.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "flag-file-"));
});
afterEach(() => rm(dir, { recursive: true }));

test("a file of a flag that cannot be read is a startup error with the flag and the reason", async () => {
  const read = readFlagFile("--token-file", join(dir, "none"));
  await expect(read).rejects.toThrow(StartupError);
  await expect(read).rejects.toThrow(/^--token-file: ENOENT/);
});

test("a missing file is undefined, and a directory an error", async () => {
  expect(await readIfExists(join(dir, "none"))).toBeUndefined();
  await expect(readIfExists(dir)).rejects.toThrow("EISDIR");
});

test("a secret is created once, readable for its owner only, and again if the file is blank", async () => {
  const path = join(dir, "secret");
  expect(await readOrCreate(path, () => "one")).toBe("one");
  expect(await readOrCreate(path, () => "two")).toBe("one");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await writeFile(path, "\n");
  expect(await readOrCreate(path, () => "three")).toBe("three");
});
