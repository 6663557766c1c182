import type { Target } from "../client/target.ts";
import type { Figures } from "../figures/figures.ts";
import { residentBytes } from "../figures/process-figures.ts";
import { openTunnels } from "../load/tunnels.ts";
import { shares, startWorkers } from "../load/workers.ts";
import { portForwardPath, registerExtensionServer, registerKubelet, remoteGroup } from "../loops/backends.ts";
import { namespaces } from "../objects/objects.ts";
import { makeNamespace } from "../objects/prepare.ts";
import type { ServerProgram } from "../servers/server.ts";
import { measure } from "./measure.ts";
import { inFolder, rest } from "./process-scenarios.ts";
import type { RunOptions } from "./run-loop.ts";

/** A port-forward whose kubelet sends as fast as it can. */
export interface TunnelScenario {
  readonly name: string;
  readonly about: string;
  readonly tunnels: number;
}

export const tunnelScenarios: readonly TunnelScenario[] = [
  { name: "port-forward", about: "bytes of one port-forward whose kubelet sends all the time", tunnels: 1 },
  { name: "port-forward8", about: "the same of 8 port-forwards", tunnels: 8 },
];

export async function runTunnels({ name, tunnels }: TunnelScenario, options: RunOptions): Promise<Figures> {
  const { server, target, pids, warmupMs, durationMs } = options;
  const tearDown = await registerKubelet(target);
  try {
    const path = portForwardPath(1);
    const jobs = shares(tunnels, options.workers).map((share) => ({
      kind: "tunnels" as const,
      target,
      paths: share.map(() => path),
    }));
    const workers = await startWorkers(jobs);
    try {
      return await measure(workers, { scenario: name, server, connections: tunnels, pids, warmupMs, durationMs });
    } finally {
      await workers.stop();
    }
  } finally {
    await tearDown();
  }
}

interface StreamFigures {
  readonly scenario: "streams";
  readonly server: string;
  readonly of: string;
  readonly streams: number;
  readonly kilobytesPerStream: number;
}

interface StreamOptions {
  readonly streams: number;
  /** The idle time of the server before it is measured. */
  readonly restMs: number;
}

const kinds = [
  {
    of: "an extension server",
    register: (target: Target) => registerExtensionServer(target, "http/1.1"),
    path: `/apis/${remoteGroup}/v1/things/thing`,
  },
  { of: "a kubelet", register: registerKubelet, path: portForwardPath(80) },
];

/**
 * Memory of idle upgraded streams. The first ones, which warm the server up, do not count. Each
 * kind has a server of its own: one that ran before uses the memory that others freed.
 */
export async function measureStreams(
  program: ServerProgram,
  options: StreamOptions,
): Promise<readonly StreamFigures[]> {
  const all: StreamFigures[] = [];
  for (const kind of kinds) all.push(await inFolder((dir) => measureKind(program, { ...options, ...kind, dir })));
  return all;
}

interface KindOptions extends StreamOptions {
  readonly of: string;
  readonly register: (typeof kinds)[number]["register"];
  readonly path: string;
  readonly dir: string;
}

async function measureKind(program: ServerProgram, options: KindOptions): Promise<StreamFigures> {
  const { streams, restMs, of, register, path, dir } = options;
  const { admin, pids, stop } = await program.start(dir);
  try {
    await makeNamespace(admin, namespaces.written);
    const tearDown = await register(admin);
    const open = (count: number): ReturnType<typeof openTunnels> =>
      openTunnels(
        admin,
        Array.from({ length: count }, () => path),
      );
    const warm = await open(streams / 2);
    await rest(restMs);
    const before = residentBytes(pids);
    const opened = await open(streams);
    await rest(restMs);
    const kilobytesPerStream = (residentBytes(pids) - before) / streams / 1024;
    for (const socket of [...warm, ...opened]) socket.destroy();
    await tearDown();
    return { scenario: "streams", server: program.name, of, streams, kilobytesPerStream };
  } finally {
    await stop();
  }
}
