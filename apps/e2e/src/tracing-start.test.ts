import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { serverProgram } from "./server-process.ts";

test("the built server loads OpenTelemetry without a warning on standard error", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-tracing-"));
  const file = join(folder, "tracing.yaml");
  await writeFile(file, "apiVersion: apiserver.config.svc.io/v1beta1\nkind: TracingConfiguration\n");
  const flags = [
    `--tracing-config-file=${file}`,
    `--data-dir=${folder}`,
    "--bind-address=127.0.0.1",
    "--secure-port=0",
  ];
  const server = spawn(process.execPath, [serverProgram, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(server, "close");
  const errors: string[] = [];
  createInterface({ input: server.stderr }).on("line", (line) => errors.push(line));
  try {
    const [first] = await Promise.race([once(createInterface({ input: server.stdout }), "line"), ended]);
    expect([first, errors]).toEqual([expect.stringContaining("ready in"), []]);
  } finally {
    server.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
}, 60_000);
