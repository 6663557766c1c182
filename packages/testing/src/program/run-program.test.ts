import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { runProgram } from "./run-program.ts";
import { installFolder } from "./versions.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let [out, err] = ["", ""];
  const code = await runProgram(args, {
    print: (text) => void (out += text),
    printError: (text) => void (err += text),
    env,
  });
  return { code, out, err };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "svc-testing-"));
  folders.push(made);
  return made;
}

test.each([
  [[], "Usage:"],
  [["assets"], "Usage:"],
  [["assets", "a", "b"], "Usage:"],
  [["other"], "Usage:"],
  [["use", "--nonsense"], "Unknown option '--nonsense'"],
  [["use", "-p", "json"], "--print must be overview, path or env, not json"],
])("%j is refused with 1", async (args, message) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(message);
});

test.each([
  [["use", "1.32.x"], "no version 1.32.x is to be had: this release serves 1.33.0"],
  [["use", "-i"], "version 1.33.0 is not in "],
])("%j ends with 2 where nothing is to be had", async (args, message) => {
  const { code, err } = await run([...args, "--bin-dir", folder()]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("use prints the folder that the environment names, as a path without a line end", async () => {
  const env = { KUBEBUILDER_ASSETS: "/opt/it's" };
  expect((await run(["use", "--use-env", "-p", "path"], env)).out).toBe("/opt/it's");
  expect((await run(["use", "--use-env", "-p", "env"], env)).out).toBe(`export KUBEBUILDER_ASSETS='/opt/it'"'"'s'\n`);
  expect((await run(["use", "--use-env"], env)).out).toMatch(/^Version: 1\.33\.0\nOS\/Arch: \S+\nPath: \/opt\/it's\n$/);
});

test("list says whether the folder is there", async () => {
  const dir = folder();
  expect((await run(["list", "--bin-dir", dir])).out).toMatch(/^\(available\) {2}v1\.33\.0 {2}\S+\n$/);
  mkdirSync(installFolder(dir), { recursive: true });
  for (const name of ["kube-apiserver", "etcd"]) writeFileSync(join(installFolder(dir), name), "");
  expect((await run(["list", "--bin-dir", dir])).out).toMatch(/^\(installed\)/);
});
