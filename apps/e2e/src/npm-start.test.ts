import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runProgram } from "./run-program.ts";
import { serverProgram } from "./server-process.ts";

const bootstrap = fileURLToPath(new URL("../../../.ci/bootstrap.mjs", import.meta.url));

test.each([
  { name: "SIGTERM to npm, as of a process manager,", send: (npm: number) => process.kill(npm, "SIGTERM") },
  { name: "SIGINT to all processes of the terminal", send: (npm: number) => process.kill(-npm, "SIGINT") },
])(
  "$name ends the server that `npm start` runs",
  async ({ send }) => {
    expect(existsSync(serverProgram), "build first").toBe(true);
    const folder = await mkdtemp(join(tmpdir(), "svc-npm-start-"));
    // The script of the repository, without the build that comes first there.
    const scripts = { start: `node ${bootstrap} serve` };
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, scripts }));
    const flags = [`--data-dir=${join(folder, "data")}`, "--bind-address=127.0.0.1", "--secure-port=0"];
    const npm = spawn("npm", ["start", "--silent", "--", ...flags], {
      cwd: folder,
      // A group of its own, as in a terminal.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    // The last process of the group that ends closes the pipes.
    const ended = once(npm, "close");
    const errors: string[] = [];
    createInterface({ input: npm.stderr }).on("line", (line) => errors.push(line));
    const output = createInterface({ input: npm.stdout });
    const ready = new Promise<string>((resolve) => {
      output.on("line", (line) => {
        if (line.startsWith("ready in")) resolve(line);
      });
    });
    try {
      const first = await Promise.race([ready, ended]);
      expect(first, errors.join("\n")).toContain("https://");
      send(npm.pid ?? 0);
      await ended;
      // A server that ended by itself left its store unlocked and whole.
      const check = await runProgram(process.execPath, [serverProgram, "check", `--data-dir=${join(folder, "data")}`]);
      expect(check).toMatchObject({ code: 0, stderr: "" });
    } finally {
      if (npm.exitCode === null && npm.signalCode === null) process.kill(-(npm.pid ?? 0), "SIGKILL");
      await rm(folder, { recursive: true });
    }
  },
  60_000,
);
