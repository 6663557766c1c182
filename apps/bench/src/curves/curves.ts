import { join } from "node:path";
import type { Dialect } from "@svc/meta";
import { mustAsk } from "../client/ask.ts";
import type { Target } from "../client/target.ts";
import { monotonicMs } from "../clock.ts";
import { startWorkers } from "../load/workers.ts";
import { configMap, configMapsOf, itemName, namespaces } from "../objects.ts";
import { residentBytes } from "../process-figures.ts";
import { fill, makeNamespace, makeOrdinaryUser, prepareObjects } from "../scenarios/prepare.ts";
import { inFolder } from "../scenarios/process-scenarios.ts";
import { firstPage, get } from "../scenarios/reads.ts";
import { type RunOptions, runLoop } from "../scenarios/run-loop.ts";
import { update } from "../scenarios/writes.ts";
import { ordinaryUser, type RunningServer, type ServerProgram } from "../servers/server.ts";
import type { CurvePoint } from "./curve.ts";

interface CurveOptions {
  readonly program: ServerProgram;
  readonly dialect: Dialect;
  readonly sizes: readonly number[];
  readonly run: Pick<RunOptions, "warmupMs" | "durationMs" | "workers">;
}

/** Something that may not cost more where there is more of something else. */
interface Curve {
  readonly name: string;
  readonly about: string;
  /** Of what there is more. */
  readonly of: string;
  readonly sizes: readonly number[];
  readonly measure: (options: CurveOptions) => Promise<readonly CurvePoint[]>;
}

export const curves: readonly Curve[] = [
  {
    name: "watchers",
    about: "one write, and memory, against watchers that do not want it",
    of: "watchers",
    sizes: [0, 1000, 10_000],
    measure: againstWatchers,
  },
  {
    name: "bindings",
    about: "one get of an ordinary user against role bindings of others in its namespace",
    of: "role bindings",
    sizes: [10, 1000, 10_000],
    measure: againstBindings,
  },
  {
    name: "objects",
    about: "one page of 500, start and memory against stored objects",
    of: "stored objects",
    sizes: [1000, 100_000],
    measure: againstObjects,
  },
];

async function withServer<T>(program: ServerProgram, work: (server: RunningServer) => Promise<T>): Promise<T> {
  return inFolder(async (dir) => {
    const server = await program.start(dir);
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  });
}

function runOptions({ pids }: RunningServer, target: Target, { run }: CurveOptions): RunOptions {
  return { ...run, server: "ours", target, pids, items: 0 };
}

/** Each watcher watches one object of its own, in the collection that is written to. */
function againstWatchers(options: CurveOptions): Promise<readonly CurvePoint[]> {
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

function againstBindings(options: CurveOptions): Promise<readonly CurvePoint[]> {
  return withServer(options.program, async (server) => {
    const { admin, target } = server;
    await prepareObjects(admin, get.connections);
    await makeOrdinaryUser(admin, ordinaryUser, options.dialect);
    const apiGroup = options.dialect.expand("rbac.authorization.{api}");
    const path = `/apis/${apiGroup}/v1/namespaces/${namespaces.items}/rolebindings`;
    const points: CurvePoint[] = [];
    for (const at of options.sizes) {
      await fill(admin, { path, count: at, body: (i) => roleBinding(itemName(i), apiGroup) });
      const { serverCpuMs = Number.NaN, perSecond } = await runLoop(get, runOptions(server, target, options));
      points.push({ at, figures: { "CPU ms a get": serverCpuMs, "gets a second": perSecond } });
    }
    return points;
  });
}

function roleBinding(name: string, apiGroup: string): string {
  return JSON.stringify({
    apiVersion: `${apiGroup}/v1`,
    kind: "RoleBinding",
    metadata: { name },
    subjects: [{ kind: "User", apiGroup, name: `user-of-${name}` }],
    roleRef: { kind: "ClusterRole", apiGroup, name: "view" },
  });
}

const objectBytes = 1024;

/** A server for each size: what it takes to start anew on what it has stored is measured too. */
async function againstObjects(options: CurveOptions): Promise<readonly CurvePoint[]> {
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
          await mustAsk(server.admin, { method: "GET", path: `${path}?limit=500` });
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
