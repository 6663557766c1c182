import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const sources = join(dirname(fileURLToPath(import.meta.url)), "..", "go");

/** What hinders a build here: Go is not there, or its modules cannot be had. */
async function hindrance(): Promise<string | undefined> {
  try {
    const { code, stderr } = await runProgram("go", ["mod", "download"], { cwd: sources, timeoutMs: 300_000 });
    return code === 0 ? undefined : stderr.trim();
  } catch (error) {
    return String(error);
  }
}

const hindered = await hindrance();
if (hindered !== undefined) console.warn(`the tests of clients in Go are skipped: ${hindered}`);

describe.skipIf(hindered !== undefined)("clients in Go against the built server", () => {
  let server: ServerProcess;
  let program: string;

  beforeAll(async () => {
    server = await startServerProcess("kubernetes", ["--feature-gates=WatchList=true"]);
    program = join(server.dataDir, "go-clients");
    // Go has a cache of its own: only the first build on a machine takes long.
    const { code, stderr } = await runProgram("go", ["build", "-o", program, "."], {
      cwd: sources,
      timeoutMs: 600_000,
    });
    expect(code, stderr).toBe(0);
  }, 600_000);
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test.each([
    { way: "list", stream: "false" },
    { way: "stream", stream: "true" },
  ])(
    "client-go and controller-runtime, whose informers $way",
    async ({ way, stream }) => {
      const env = {
        HOME: server.dataDir,
        KUBECONFIG: server.kubeconfig,
        NAMESPACE: `go-${way}`,
        KUBE_FEATURE_WatchListClient: stream,
      };
      const { code, stdout, stderr } = await runProgram(program, [], { env, timeoutMs: 120_000 });
      expect(code, `${stdout}${stderr}`).toBe(0);
      // A client whose stream is refused goes on with a list: that is not what is tested here.
      expect(stderr).not.toContain("falling back to the standard LIST");
    },
    150_000,
  );
});
