import type { Target } from "../client/target.ts";
import { inFolder } from "../scenarios/process-scenarios.ts";
import type { RunOptions } from "../scenarios/run-loop.ts";
import type { RunningServer, ServerProgram } from "../servers/server.ts";
import type { CurveOptions } from "./curve.ts";

/** Starts a server in a new folder for the time of `work`. */
export async function withServer<T>(program: ServerProgram, work: (server: RunningServer) => Promise<T>): Promise<T> {
  return inFolder(async (dir) => {
    const server = await program.start(dir);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  });
}

export function runOptions({ pids }: RunningServer, target: Target, { run }: CurveOptions): RunOptions {
  return { ...run, server: "ours", target, pids, items: 0 };
}
