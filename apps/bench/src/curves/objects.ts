import { join } from "node:path";
import { sendSuccessfully } from "../client/send-once.ts";
import { monotonicMs } from "../figures/clock.ts";
import { residentBytes } from "../figures/process-figures.ts";
import { firstPage } from "../loops/reads.ts";
import { configMap, configMapsOf, itemName, namespaces } from "../objects/objects.ts";
import { fill, makeNamespace } from "../objects/prepare.ts";
import { inFolder } from "../scenarios/process-scenarios.ts";
import { runLoop } from "../scenarios/run-loop.ts";
import type { CurveOptions, CurvePoint } from "./curve.ts";
import { runOptions } from "./running.ts";

const objectBytes = 1024;

/** Starts a server for each size, twice, so that a start on stored objects is measured too. */
export async function againstObjects(options: CurveOptions): Promise<readonly CurvePoint[]> {
  const points: CurvePoint[] = [];
  for (const at of options.sizes) {
    points.push(
      await inFolder(async (dir) => {
        const before = await options.program.start(join(dir, "server"));
        const idle = residentBytes(before.pids);
        await makeNamespace(before.admin, namespaces.memory);
        const path = configMapsOf(namespaces.memory);
        await fill(before.admin, { path, count: at, body: (i) => configMap(itemName(i), { bytes: objectBytes }) });
        await before.stop();
        const server = await options.program.start(join(dir, "server"));
        try {
          const begunMs = monotonicMs();
          await sendSuccessfully(server.admin, { method: "GET", path: `${path}?limit=500` });
          const first = monotonicMs() - begunMs;
          const { serverCpuMs = Number.NaN } = await runLoop(firstPage, runOptions(server, server.admin, options));
          const resident = residentBytes(server.pids);
          const figures = {
            "CPU ms a page": serverCpuMs,
            "ms of the first page": first,
            "start to ready, s": server.startMs / 1000,
            "KB an object": (resident - idle) / at / 1000,
          };
          return { at, figures };
        } finally {
          await server.stop();
        }
      }),
    );
  }
  return points;
}
