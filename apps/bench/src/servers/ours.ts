import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { monotonicMs } from "../figures/clock.ts";
import { endProcess, freePort, startProcess, untilReady } from "./process.ts";
import { type ServerProgram, tokens, tokensCsv } from "./server.ts";

interface OursOptions {
  /** @default the server of this repository, as it was built */
  readonly program?: string;
  readonly dialect: string;
  /** Of Node: `--cpu-prof` and such. */
  readonly nodeOptions: readonly string[];
}

const built = join(dirname(fileURLToPath(import.meta.url)), "../../../apiserver/dist/main.js");
const startTimeoutMs = 60_000;

/** Our server, as a user runs it: one process, its own store, TLS, tokens, roles. */
export function oursProgram({ program = built, dialect, nodeOptions }: OursOptions): ServerProgram {
  return {
    name: "ours",
    start: async (dir) => {
      if (!existsSync(program)) throw new Error(`${program} is not there: build first`);
      await mkdir(dir, { recursive: true });
      const tokenFile = join(dir, "tokens.csv");
      await writeFile(tokenFile, tokensCsv);
      const port = await freePort();
      const begunMs = monotonicMs();
      const server = startProcess(process.execPath, [
        ...nodeOptions,
        program,
        `--dialect=${dialect}`,
        `--data-dir=${join(dir, "data")}`,
        `--token-auth-file=${tokenFile}`,
        "--bind-address=127.0.0.1",
        `--secure-port=${port}`,
      ]);
      const url = `https://127.0.0.1:${port}`;
      const admin = { url, token: tokens.admin };
      const startMs = await untilReady(admin, server, { fromMs: begunMs, timeoutMs: startTimeoutMs });
      const target = { url, token: tokens.ordinary };
      return { name: "ours", target, admin, pids: [server.pid], startMs, stop: () => endProcess(server) };
    },
  };
}
