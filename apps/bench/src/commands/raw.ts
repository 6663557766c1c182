import { dialects } from "@svc/meta";
import { makeOrdinaryUser, prepareObjects } from "../objects/prepare.ts";
import { measureDisk } from "../raw/disk.ts";
import { startBareServer } from "../raw/start-bare.ts";
import { inFolder } from "../scenarios/process-scenarios.ts";
import { runScenario } from "../scenarios/run-scenario.ts";
import { ordinaryUser } from "../servers/server.ts";
import type { CommonFlags, ServerFlags } from "./flags.ts";
import { print, programsOf, timesOf } from "./server-options.ts";

interface RawFlags extends CommonFlags, ServerFlags {
  readonly disk: string;
}

/** Measures the limits of the machine: its disk, and bare servers that send our bytes. */
export async function raw(flags: RawFlags): Promise<void> {
  for (const waiters of [1, 64, 256]) print(await measureDisk(flags.disk, waiters, flags.duration * 1000));
  const [ours] = programsOf(flags);
  if (ours === undefined) throw new TypeError("no server");
  await inFolder(async (dir) => {
    const server = await ours.start(dir);
    try {
      await makeOrdinaryUser(server.admin, ordinaryUser, dialects[flags.dialect]);
      await prepareObjects(server.admin, flags.items);
      for (const scheme of ["https", "http"] as const) {
        const bare = await startBareServer(scheme, server.target);
        const names = ["get", "list5000", "create", "watch", ...(scheme === "https" ? ["watch-h2"] : [])];
        for (const name of names)
          print(await runScenario(name, { ...timesOf(flags), server: `bare ${scheme}`, ...bare }));
        await bare.stop();
      }
    } finally {
      await server.stop();
    }
  });
}
