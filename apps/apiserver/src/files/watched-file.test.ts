import { mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManualClock, type Log, silentLog } from "@svc/base";
import { StartupError } from "@svc/program";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWatched, type Watched } from "./watched-file.ts";

let dir: string;
let path: string;
let watched: Watched<number> | undefined;
const clock = createManualClock();
const problems: unknown[] = [];
const log: Log = { ...silentLog, error: (_message, fields) => void problems.push(fields?.["problem"]) };

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "watched-"));
  path = join(dir, "file");
  problems.length = 0;
});
afterEach(async () => {
  watched?.stop();
  await rm(dir, { recursive: true, force: true });
});

const parse = (text: string) =>
  /^\d+$/.test(text)
    ? { ok: true as const, value: Number(text) }
    : { ok: false as const, message: `${text} is no number` };

async function watch(text: string): Promise<Watched<number>> {
  await writeFile(path, text);
  watched = await loadWatched({ flag: "--file", path, parse, clock, log });
  return watched;
}

/** Lets time pass until something holds. */
const soon = (expectation: () => void): Promise<void> =>
  vi.waitFor(() => {
    clock.advance(2_000);
    expectation();
  }, 60_000);

test("a change is noticed, and reported", async () => {
  const file = await watch("1");
  const received: number[] = [];
  file.onChange((value) => received.push(value));
  expect(file.current()).toBe(1);
  await writeFile(path, "22");
  await soon(() => expect(file.current()).toBe(22));
  expect(received).toEqual([22]);
});

test("an invalid file does not replace a valid one, and is logged once", async () => {
  const file = await watch("1");
  await writeFile(path, "junk");
  await soon(() => expect(problems).toEqual(["junk is no number"]));
  for (let i = 0; i < 3; i++) await soon(() => expect(file.current()).toBe(1));
  expect(problems).toEqual(["junk is no number"]);
  await writeFile(path, "3");
  await soon(() => expect(file.current()).toBe(3));
});

test("a removed file keeps its last content, and is read when it returns", async () => {
  const file = await watch("1");
  await rm(path);
  await soon(() => expect(problems).toEqual([expect.stringContaining("ENOENT")]));
  expect(file.current()).toBe(1);
  await writeFile(path, "4");
  await soon(() => expect(file.current()).toBe(4));
});

test("a changed target of a symbolic link is a change, as in mounted configuration", async () => {
  await writeFile(join(dir, "a"), "1");
  await writeFile(join(dir, "b"), "2");
  await symlink("a", path);
  watched = await loadWatched({ flag: "--file", path, parse, clock, log });
  const file = watched;
  await symlink("b", join(dir, "next"));
  await rename(join(dir, "next"), path);
  await soon(() => expect(file.current()).toBe(2));
});

test("at the start it must be good", async () => {
  await expect(watch("junk")).rejects.toThrow(new StartupError(`--file: ${path}: junk is no number`));
  const absent = loadWatched({ flag: "--file", path: join(dir, "absent"), parse, clock, log });
  await expect(absent).rejects.toThrow(/^--file: ENOENT/);
});
