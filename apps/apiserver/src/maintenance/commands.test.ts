import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "@svc/program";
import { openEmbeddedStorage } from "@svc/storage/embedded";
import { CommanderError } from "commander";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commandProblem, maintenanceCommands } from "./commands.ts";

let dir: string;
let printed: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "maintenance-"));
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

const run = (name: string, ...args: readonly string[]): Promise<number> | undefined =>
  maintenanceCommands.get(name)?.(args);
const at = (...path: readonly string[]): string => join(dir, ...path);

/** A data directory whose store has `count` keys. */
async function dataDirectory(name: string, count: number): Promise<string> {
  await using storage = await openEmbeddedStorage({ dir: at(name, "store"), compaction: false });
  for (let i = 0; i < count; i++)
    await storage.commit([{ op: "put", key: `/k${i}`, value: Buffer.from(`value ${i}`) }]);
  return at(name);
}

async function keysOf(dataDir: string): Promise<readonly string[]> {
  await using storage = await openEmbeddedStorage({ dir: join(dataDir, "store"), compaction: false });
  return (await storage.range({ prefix: "" })).entries.map(({ key }) => key);
}

/** Changes a byte of the only segment, inside the value that contains `text`. */
function damage(dataDir: string, text: string): void {
  const store = join(dataDir, "store");
  const file = join(store, readdirSync(store).find((name) => name.endsWith(".log"))!);
  const bytes = readFileSync(file);
  bytes[bytes.indexOf(text)]! ^= 1;
  writeFileSync(file, bytes);
}

describe("maintenance commands", () => {
  it("a store that was backed up and restored has the same keys, and later revisions", async () => {
    const dataDir = await dataDirectory("a", 3);
    expect(await run("backup", at("backup"), "--data-dir", dataDir)).toBe(0);
    expect(await run("restore", at("backup"), "--data-dir", at("b"))).toBe(0);
    expect(await keysOf(at("b"))).toEqual(["/k0", "/k1", "/k2"]);
    expect(printed).toEqual([
      `${at("backup")}: 3 objects at revision 4`,
      `${at("b", "store")}: 3 objects at revision 1000000004`,
    ]);
  });

  it("restore says that there is no backup", async () => {
    await expect(run("restore", at("none"), "--data-dir", at("b"))).rejects.toThrow(
      new StartupError(`the backup: ENOENT: no such file or directory, access '${at("none")}'`),
    );
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each([
    ["", undefined],
    ["--v=1", undefined],
    ["--", undefined],
    ["check", undefined],
    ["bakup", 'unknown command "bakup": the commands are backup, restore, check, policies'],
  ])("the problem of the first argument %j is %j", (first, problem) => {
    expect(commandProblem(first)).toBe(problem);
  });

  it("check reports no problem in an intact store", async () => {
    expect(await run("check", "--data-dir", await dataDirectory("a", 2))).toBe(0);
    expect(printed.at(-1)).toMatch(/store: 1 segments, 2 records.*: intact$/);
  });

  it("a damaged value is listed by check, refused by backup, and left out on request", async () => {
    const dataDir = await dataDirectory("a", 40);
    damage(dataDir, "value 7");
    expect(await run("check", "--data-dir", dataDir)).toBe(2);
    expect(printed[0]).toMatch(/^segment 1, byte \d+: the value of \/k7 at revision \d+ is damaged$/);
    await expect(run("backup", at("backup"), "--data-dir", dataDir)).rejects.toThrow("/k7");
    expect(await run("backup", at("backup"), "--data-dir", dataDir, "--skip-damaged")).toBe(2);
    expect(printed.at(-1)).toBe("left out, since its value is damaged: /k7");
    await run("restore", at("backup"), "--data-dir", at("b"), "--bump-revision", "0");
    expect(await keysOf(at("b"))).not.toContain("/k7");
  });

  it.each([
    ["backup", "no store", () => ["backup", at("x"), "--data-dir", at("none")], "holds no embedded store"],
    [
      "backup",
      "an existing file",
      () => ["backup", at("file"), "--data-dir", at("a")],
      "exists; a backup does not replace",
    ],
    ["backup", "an absent folder", () => ["backup", at("no/x"), "--data-dir", at("a")], "can't be used: Error: ENOENT"],
    [
      "backup",
      "an absent kubeconfig",
      () => ["backup", at("x"), "--kubeconfig", at("none")],
      "can't be read: Error: ENOENT",
    ],
    ["restore", "a directory with a store", () => ["restore", at("backup"), "--data-dir", at("a")], "holds a store"],
    ["restore", "a file that is no backup", () => ["restore", at("file"), "--data-dir", at("b")], "is no backup"],
    ["check", "no store", () => ["check", "--data-dir", at("empty")], "holds no embedded store"],
  ])("%s refuses %s", async (_command, _what, args, message) => {
    const dataDir = await dataDirectory("a", 1);
    writeFileSync(at("file"), "x".repeat(10_000));
    mkdirSync(at("empty"));
    await run("backup", at("backup"), "--data-dir", dataDir);
    const [name = "", ...rest] = args();
    await expect(run(name, ...rest)).rejects.toThrow(message);
  });

  it.each([
    ["backup without a file", ["backup"]],
    ["an unknown option", ["check", "--foo"]],
    ["a second file", ["restore", "a", "b"]],
    ["a revision that is no number", ["restore", "a", "--bump-revision", "-1"]],
  ])("%s is wrong usage", async (_what, [name = "", ...args]) => {
    await expect(run(name, ...args)).rejects.toThrow(CommanderError);
  });

  it("a store in use by a server without a kubeconfig is not read", async () => {
    const dataDir = await dataDirectory("a", 1);
    await using _open = await openEmbeddedStorage({ dir: join(dataDir, "store"), compaction: false });
    await expect(run("backup", at("x"), "--data-dir", dataDir)).rejects.toThrow("the kubeconfig can't be read");
    await expect(run("check", "--data-dir", dataDir)).rejects.toThrow("is open already");
  });
});
