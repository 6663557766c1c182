import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endProcess } from "../servers/process.ts";

/** The protocol of a backend; one with `h2` serves HTTP/1.1 too. */
export type BackendProtocol = "h2" | "http/1.1";

interface RunningBackend {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts an extension server that is a kubelet too, on loopback. */
export async function startBackend(protocol: BackendProtocol): Promise<RunningBackend> {
  const program = fileURLToPath(new URL("./backend.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program, protocol], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the backend ended with ${code}`)));
    createInterface({ input: child.stdout }).once("line", resolve);
  });
  return { port: Number(port), stop: () => endProcess({ child }) };
}
