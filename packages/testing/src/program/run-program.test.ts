import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { runProgram } from "./run-program.ts";
import { installFolder } from "./versions.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: NodeJS.ReadableStream) {
  let [out, err] = ["", ""];
  const code = await runProgram(args, {
    print: (text) => void (out += text),
    printError: (text) => void (err += text),
    env,
    ...(input === undefined ? {} : { input }),
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
  [["use", "1.32.x"], "version 1.32.x is not available: this release serves 1.33.0"],
  [["use", "-i"], "version 1.33.0 is not in "],
])("%j exits with 2 if nothing is available", async (args, message) => {
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

test("list shows whether the folder exists", async () => {
  const dir = folder();
  expect((await run(["list", "--bin-dir", dir])).out).toMatch(/^\(available\) {2}v1\.33\.0 {2}\S+\n$/);
  mkdirSync(installFolder(dir), { recursive: true });
  for (const name of ["kube-apiserver", "etcd"]) writeFileSync(join(installFolder(dir), name), "");
  expect((await run(["list", "--bin-dir", dir])).out).toMatch(/^\(installed\)/);
});

/** An archive as those of envtest are: two programs below two folders. */
function archive(...names: readonly string[]): Readable {
  const dir = folder();
  mkdirSync(join(dir, "controller-tools", "envtest"), { recursive: true });
  for (const name of names) writeFileSync(join(dir, "controller-tools", "envtest", name), `${name} of another release`);
  execFileSync("tar", ["-czf", "envtest.tar.gz", "controller-tools"], { cwd: dir });
  return Readable.from([readFileSync(join(dir, "envtest.tar.gz"))]);
}

test("programs of another release are sideloaded, listed, used and cleaned up", async () => {
  const dir = folder();
  const of = (...args: readonly string[]) => run([...args, "--bin-dir", dir]);
  const loaded = await run(["sideload", "v1.32.1", "--bin-dir", dir], {}, archive("kube-apiserver", "etcd"));
  expect(loaded).toEqual({ code: 0, out: "", err: "" });
  expect((await of("list")).out).toMatch(/^\(installed\) {2}v1\.32\.1 {2}\S+\n\(available\) {2}v1\.33\.0 {2}\S+\n$/);
  expect((await of("list", "-i", "1.33")).out).toBe("");
  const { out } = await of("use", "1.32.x", "-i", "-p", "path");
  expect(out).toBe(installFolder(dir, "1.32.1"));
  expect(readFileSync(join(out, "etcd"), "utf8")).toBe("etcd of another release");
  expect((await of("use", "~1.32.0")).out).toMatch(/^Version: 1\.32\.1\n/);
  expect((await of("use", "-i")).code).toBe(2);
  expect((await of("cleanup", "1.33")).out).toBe("");
  expect((await of("cleanup")).out).toMatch(/^\(deleted\) {2}v1\.32\.1 {2}\S+\n$/);
  expect(existsSync(out)).toBe(false);
});

test.each([
  { name: "no archive", version: "1.32.1", input: () => Readable.from(["nothing"]), message: "can't be unpacked" },
  { name: "no programs", version: "1.32.1", input: () => archive("kubectl"), message: "no kube-apiserver and etcd" },
  { name: "a selector", version: "1.32.x", input: () => archive("etcd"), message: "takes a whole version" },
])("sideload of $name ends with 2", async ({ version, input, message }) => {
  const dir = folder();
  const { code, err } = await run(["sideload", version, "--bin-dir", dir], {}, input());
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  expect((await run(["list", "-i", "--bin-dir", dir])).out).toBe("");
});
