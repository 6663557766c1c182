import { parentPort, workerData } from "node:worker_threads";
import { startLoops } from "./loop.ts";
import type { Job, Order, Report } from "./protocol.ts";
import { Tally } from "./tally.ts";
import { startTunnels } from "./tunnels.ts";
import { startWatchers } from "./watchers.ts";
import type { Work } from "./work.ts";

const port = parentPort;
if (port === null) throw new TypeError("this file is for workers");
const tell = (report: Report): void => port.postMessage(report);
const job = workerData as Job;

function start(): Promise<Work> {
  if (job.kind === "loop") return startLoops(job);
  return job.kind === "tunnels" ? startTunnels(job) : startWatchers(job);
}

async function measure(work: Work, order: Extract<Order, { kind: "measure" }>): Promise<void> {
  const tally = new Tally(order.span);
  work.tally = tally;
  await tally.over();
  work.tally = undefined;
  tell({ kind: "measured", counts: tally.counts() });
}

try {
  const work = await start();
  port.on("message", (order: Order) => {
    if (order.kind === "measure") void measure(work, order);
    else {
      work.stop();
      port.close();
    }
  });
  tell({ kind: "ready" });
} catch (error) {
  tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
}
