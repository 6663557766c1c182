import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadProgram } from "./compiled-program.ts";

interface Program {
  add(a: number, b: number): number;
}

const text = (plus: string): string => `exports.add = (a, b) => a ${plus} b;\nexports.name = __filename;\n`;

describe("a program", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "program-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function program(name: string, source = text("+")): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, source);
    return file;
  }

  test("runs with its own location", async () => {
    const file = await program("runs.cjs");
    const { exports } = loadProgram<Program & { readonly name: string }>(file);
    expect(exports.add(1, 2)).toBe(3);
    expect(exports.name).toBe(file);
  });

  test("can require modules later", async () => {
    const file = await program("requires.cjs", "exports.load = () => require('node:path');\n");
    const { exports } = loadProgram<{ load(): typeof import("node:path") }>(file);
    expect(exports.load().join("a", "b")).toBe("a/b");
  });

  test("has stack traces with source locations", async () => {
    const file = await program("fails.cjs", "throw new Error('at once');\n");
    expect(() => loadProgram(file)).toThrow(expect.objectContaining({ stack: expect.stringContaining(`${file}:1:7`) }));
  });

  test("is compiled once, and cached", async () => {
    const file = await program("kept.cjs");
    loadProgram<Program>(file).keep();
    const { ino } = await stat(`${file}.cache`);
    const again = loadProgram<Program>(file);
    expect(again.exports.add(1, 2)).toBe(3);
    again.keep();
    expect((await stat(`${file}.cache`)).ino).toBe(ino);
    expect((await readdir(folder)).filter((name) => name.startsWith("kept"))).toEqual(["kept.cjs", "kept.cjs.cache"]);
  });

  test("is cached with the functions that were called", async () => {
    const [cold, warm] = await Promise.all(["cold.cjs", "warm.cjs"].map((name) => program(name)));
    loadProgram<Program>(cold ?? "").keep();
    const { exports, keep } = loadProgram<Program>(warm ?? "");
    exports.add(1, 2);
    keep();
    expect((await stat(`${warm}.cache`)).size).toBeGreaterThan((await stat(`${cold}.cache`)).size);
  });

  test("that was changed is another one, also where it is as long", async () => {
    const file = await program("changed.cjs");
    loadProgram<Program>(file).keep();
    await program("changed.cjs", text("-"));
    const changed = loadProgram<Program>(file);
    expect(changed.exports.add(1, 2)).toBe(-1);
    changed.keep();
    expect(loadProgram<Program>(file).exports.add(1, 2)).toBe(-1);
  });

  test.each<[string, (kept: Buffer) => Buffer]>([
    ["nothing", () => Buffer.alloc(0)],
    ["cut off", (kept) => kept.subarray(0, kept.length - 100)],
    ["one bit of it", (kept) => Buffer.from(kept.map((byte, i) => (i === kept.length - 50 ? byte ^ 1 : byte)))],
    ["rubbish", (kept) => Buffer.alloc(kept.length, 7)],
  ])("runs if the cached code is damaged: %s", async (name, spoil) => {
    const file = await program(`${name}.cjs`);
    loadProgram<Program>(file).keep();
    const kept = spoil(await readFile(`${file}.cache`));
    await writeFile(`${file}.cache`, kept);
    const spoilt = loadProgram<Program>(file);
    expect(spoilt.exports.add(1, 2)).toBe(3);
    spoilt.keep();
    expect(await readFile(`${file}.cache`)).not.toEqual(kept);
  });

  test("runs where nothing can be cached", async () => {
    const file = await program("elsewhere.cjs");
    const loaded = loadProgram<Program>(file);
    await rm(folder, { recursive: true });
    loaded.keep();
    expect(loaded.exports.add(1, 2)).toBe(3);
    folder = await mkdtemp(join(tmpdir(), "program-"));
  });
});
