import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Starts the server that was built, and ends it when it is ready: it keeps what Node compiled, so
// that the first start of a user is no slower than the second. A server that does not get ready
// fails the build.

const main = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const timeoutMs = 120_000;

const folder = await mkdtemp(join(tmpdir(), "first-start-"));
try {
  const flags = [`--data-dir=${folder}`, "--secure-port=0", "--bind-address=127.0.0.1"];
  const server = spawn(process.execPath, [main, ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: timeoutMs,
  });
  server.stdout.setEncoding("utf8");
  server.stdout.on("data", (text: string) => {
    if (text.includes("ready in")) server.kill("SIGTERM");
  });
  const [code] = (await once(server, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the server that was built did not start, or did not end well: ${String(code)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
