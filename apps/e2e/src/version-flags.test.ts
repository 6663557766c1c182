import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// They need no build: the version is printed before the program is loaded.
test.each([
  ["cel", "cel", "cel.js"],
  ["svc-types", "apiextensions", "svc-types.js"],
  ["svc-testing", "testing", "svc-testing.js"],
])("%s --version prints the version of its package", (program, name, file) => {
  const folder = new URL(`../../../packages/${name}/`, import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8")) as { readonly version: string };
  const path = fileURLToPath(new URL(`bin/${file}`, folder));
  expect(execFileSync(process.execPath, [path, "--version"], { encoding: "utf8" })).toBe(`${program} ${version}\n`);
});
