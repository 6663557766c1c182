import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endProcess } from "../servers/process.ts";

export type WebhookProtocol = "h2" | "http/1.1";

interface RunningWebhook {
  readonly url: string;
  /** PEM. */
  readonly authority: string;
  stop(): Promise<void>;
}

/** Starts a process whose webhook allows every request. */
export async function startWebhook(protocol: WebhookProtocol): Promise<RunningWebhook> {
  const program = fileURLToPath(new URL("./webhook.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program, protocol], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the webhook ended with ${code}`)));
    createInterface({ input: child.stdout }).once("line", resolve);
  });
  const { port, authority } = JSON.parse(line) as { readonly port: number; readonly authority: string };
  return { url: `https://127.0.0.1:${port}`, authority, stop: () => endProcess({ child }) };
}
