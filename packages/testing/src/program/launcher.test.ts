import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launcherOf } from "./launcher.ts";

test.skipIf(process.platform === "win32")("a launcher prints texts, and starts the program beside it", () => {
  const root = mkdtempSync(join(tmpdir(), "it's here "));
  const before = join(root, "before");
  mkdirSync(join(before, "lib"), { recursive: true });
  writeFileSync(join(before, "lib", "p.js"), "console.log(JSON.stringify(process.argv.slice(2)))");
  writeFileSync(join(before, "lib", "p.help"), "the help\n");
  writeFileSync(join(before, "lib", "p.version"), "p 1\n");
  writeFileSync(
    join(before, "p"),
    launcherOf({ program: "p", command: ["p.js", "mode"], lib: join(before, "lib"), node: process.execPath }),
  );
  chmodSync(join(before, "p"), 0o755);
  const after = join(root, "after");
  renameSync(before, after);
  const run = (...args: string[]) => execFileSync(join(after, "p"), args, { encoding: "utf8" });
  expect(run("--help")).toBe("the help\n");
  expect(run("--version")).toBe("p 1\n");
  expect(run("--a=b c", "$HOME")).toBe('["mode","--a=b c","$HOME"]\n');
  rmSync(root, { recursive: true });
});
