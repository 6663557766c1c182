import { residentBytes } from "../figures/process-figures.ts";
import { startWorkers } from "../load/workers.ts";
import { update } from "../loops/writes.ts";
import { configMapsOf, namespaces } from "../objects/objects.ts";
import { prepareObjects } from "../objects/prepare.ts";
import { runLoop } from "../scenarios/run-loop.ts";
import type { CurveOptions, CurvePoint } from "./curve.ts";
import { runOptions, withServer } from "./running.ts";

/** Each watcher watches one object of its own, in the collection that is written to. */
export function againstWatchers(options: CurveOptions): Promise<readonly CurvePoint[]> {
  return withServer(options.program, async (server) => {
    const { admin, pids } = server;
    await prepareObjects(admin, 1);
    const points: CurvePoint[] = [];
    let idle = 0;
    for (const at of options.sizes) {
      const paths = Array.from({ length: at }, (_, i) => {
        const selector = encodeURIComponent(`metadata.name=other-${i}`);
        return `${configMapsOf(namespaces.written)}?watch=1&fieldSelector=${selector}`;
      });
      const workers = await startWorkers(
        at === 0 ? [] : [{ kind: "watch", target: admin, protocol: "h2", streamsPerConnection: 100, paths }],
      );
      const resident = residentBytes(pids);
      if (at === 0) idle = resident;
      const { serverCpuMs = Number.NaN, perSecond } = await runLoop(update, runOptions(server, admin, options));
      points.push({
        at,
        figures: {
          "CPU ms a write": serverCpuMs,
          "writes a second": perSecond,
          "KB a watcher": at === 0 ? Number.NaN : (resident - idle) / at / 1000,
        },
      });
      await workers.stop();
    }
    return points;
  });
}
