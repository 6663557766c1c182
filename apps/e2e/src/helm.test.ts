import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();
const chart = join(dirname(fileURLToPath(import.meta.url)), "chart");

describe.skipIf(programs === undefined)("Helm against the built server", () => {
  let server: ServerProcess;
  const run = async (program: "helm" | "kubectl", ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runProgram(programs?.[program] ?? "", args, {
      env: { KUBECONFIG: server.kubeconfig, HOME: server.dataDir },
    });
    expect(code, `${program} ${args.join(" ")}: ${stderr}`).toBe(0);
    return stdout;
  };

  beforeAll(async () => {
    server = await startServerProcess("kubernetes");
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test("installs, upgrades, rolls back and uninstalls a chart of a dozen kinds", async () => {
    expect(await run("helm", "install", "shop", chart)).toContain("STATUS: deployed");
    expect(await run("kubectl", "get", "deploy", "shop", "-o", "jsonpath={.spec.replicas}")).toBe("2");
    await run("helm", "upgrade", "shop", chart, "--set", "replicas=3,color=red");
    expect(await run("kubectl", "get", "cm", "shop", "-o", "jsonpath={.data.color}")).toBe("red");
    await run("helm", "rollback", "shop", "1");
    expect(await run("kubectl", "get", "cm", "shop", "-o", "jsonpath={.data.color}")).toBe("blue");
    expect(await run("helm", "list")).toContain("shop");
    await run("helm", "uninstall", "shop");
    expect(await run("kubectl", "get", "deploy,svc,ing", "-o", "name")).not.toContain("shop");
  });
});
