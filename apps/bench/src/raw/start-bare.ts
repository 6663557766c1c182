import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Target } from "../client/target.ts";
import { endProcess } from "../servers/process.ts";

interface BareServer {
  readonly target: Target;
  readonly pids: readonly number[];
  stop(): Promise<void>;
}

/** Starts a bare server that sends what another answers. */
export async function startBareServer(scheme: "https" | "http", upstream: Target): Promise<BareServer> {
  const program = fileURLToPath(new URL("./bare-server.ts", import.meta.url));
  const args = [...process.execArgv, program, scheme, upstream.url, upstream.token ?? ""];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the bare server ended with ${code}`)));
    createInterface({ input: child.stdout }).once("line", resolve);
  });
  return {
    target: { url: `${scheme}://127.0.0.1:${port}`, token: "bare" },
    pids: child.pid === undefined ? [] : [child.pid],
    stop: () => endProcess({ child }),
  };
}
