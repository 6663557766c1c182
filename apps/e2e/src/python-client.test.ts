import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const here = dirname(fileURLToPath(import.meta.url));
const sources = join(here, "..", "python");
/** The client and what it needs, installed once. */
const environment = join(here, "..", "..", "..", "node_modules", ".cache", "svc-e2e", "python");
const python = join(environment, "bin", "python");

/** What hinders it here: Python is not there or too old, or its packages cannot be had. */
async function hindrance(): Promise<string | undefined> {
  const run = async (file: string, ...args: string[]): Promise<string | undefined> => {
    try {
      const { code, stdout, stderr } = await runProgram(file, args, { timeoutMs: 300_000 });
      return code === 0 ? undefined : (stderr + stdout).trim();
    } catch (error) {
      return String(error);
    }
  };
  const requirements = join(sources, "requirements.txt");
  return (
    (await run("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10) and 'Python 3.10 is needed')")) ??
    (existsSync(python) ? undefined : await run("python3", "-m", "venv", environment)) ??
    (await run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements))
  );
}

const hindered = await hindrance();
if (hindered !== undefined) console.warn(`the tests of the client in Python are skipped: ${hindered}`);

describe.skipIf(hindered !== undefined)("the Python client against the built server", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    // No other client may write to the compared objects: quotas would be counted anew.
    server = await startServerProcess("kubernetes", ["--controllers="]);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test("its models read everything back; it watches, applies, scales, and understands errors", async () => {
    const env = { HOME: server.dataDir, KUBECONFIG: server.kubeconfig, PYTHONDONTWRITEBYTECODE: "1" };
    const { code, stdout, stderr } = await runProgram(python, [join(sources, "main.py")], { env, timeoutMs: 120_000 });
    expect(code, `${stdout}${stderr}`).toBe(0);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "20 kinds",
      "typed_models: well",
      "lists_and_watches: well",
      "apply: well",
      "subresources: well",
      "errors: well",
    ]);
  }, 150_000);
});
