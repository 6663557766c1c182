import type { Socket } from "node:net";
import type { Dialect } from "@svc/meta";
import { type Connection, openConnection, openSocket } from "../client/connection.ts";
import type { ReceivedResponse } from "../client/response-reader.ts";
import { requestBytes, type Target } from "../client/target.ts";
import { monotonicMs } from "../figures/clock.ts";
import { residentBytes } from "../figures/process-figures.ts";
import { configMap, configMapsOf, itemName, namespaces } from "../objects/objects.ts";
import { makeOrdinaryUser, prepareObjects } from "../objects/prepare.ts";
import { ordinaryUser, type ServerProgram } from "../servers/server.ts";
import { inFolder, rest } from "./process-scenarios.ts";

interface OverloadFigures {
  readonly scenario: "overload";
  readonly server: string;
  readonly phase: string;
  readonly seconds: number;
  readonly answersPerSecond: number;
  readonly refusedPerSecond: number;
  /** The highest of the phase, and of its end. */
  readonly residentMegabytes: number;
  readonly residentAtEndMegabytes: number;
  readonly heapMegabytes: number;
  readonly externalMegabytes: number;
  /** Of an administrator's gets beside the load, in milliseconds. */
  readonly getMedianMs: number;
  readonly getWorstMs: number;
}

interface OverloadOptions {
  readonly dialect: Dialect;
  readonly items: number;
  readonly phaseMs: number;
  /** Called with the figures of each phase. */
  readonly report: (figures: OverloadFigures) => void;
}

/** Clients of one kind and their number. */
interface Crowd {
  /** Closed loops, a half of lists and a half of creates. */
  readonly loops: number;
  /** Clients that ask for the list and do not read it. */
  readonly slowLists: number;
  /** Watchers that do not read. */
  readonly slowWatchers: number;
}

const noClients: Crowd = { loops: 0, slowLists: 0, slowWatchers: 0 };
const phases: readonly (readonly [phase: string, crowd: Crowd, times: number])[] = [
  ["at rest", noClients, 1],
  ["the load it can serve", { loops: 64, slowLists: 0, slowWatchers: 0 }, 1],
  ["10 times the load, slow readers", { loops: 640, slowLists: 300, slowWatchers: 3_000 }, 3],
  ["after it", noClients, 3],
  ["the load it can serve, again", { loops: 64, slowLists: 0, slowWatchers: 0 }, 1],
];

/**
 * Memory of a server, and the time of an administrator's gets, under a load that it can serve,
 * under ten times of it with clients that do not read, and after it.
 */
export async function measureOverload(
  program: ServerProgram,
  { dialect, items, phaseMs, report }: OverloadOptions,
): Promise<void> {
  await inFolder(async (dir) => {
    const server = await program.start(dir);
    try {
      await makeOrdinaryUser(server.admin, ordinaryUser, dialect);
      await prepareObjects(server.admin, items);
      for (const [index, [phase, crowd, times]] of phases.entries()) {
        const seconds = (phaseMs * times) / 1000;
        const load = await startCrowd({ target: server.target, run: `${index}` }, crowd);
        const seen = await observe(server.admin, server.pids, seconds);
        const { answers, refused } = load.stop();
        const rates = { answersPerSecond: answers / seconds, refusedPerSecond: refused / seconds };
        report({ scenario: "overload", server: program.name, phase, seconds, ...rates, ...seen });
        await rest(1_000);
      }
    } finally {
      await server.stop();
    }
  });
}

interface RunningCrowd {
  stop(): { readonly answers: number; readonly refused: number };
}

async function startCrowd(context: LoopContext, { loops, slowLists, slowWatchers }: Crowd): Promise<RunningCrowd> {
  const { target } = context;
  const counts = { answers: 0, refused: 0 };
  const watch = `${configMapsOf(namespaces.written)}?watch=1`;
  const sockets = await openTogether(slowWatchers, () => openSlow(target, watch));
  sockets.push(...(await openTogether(slowLists, () => openSlow(target, configMapsOf(namespaces.items)))));
  const loaders = await openTogether(loops, (index) => startLoop(context, index, counts));
  return {
    stop: () => {
      for (const each of loaders) each.close();
      for (const socket of sockets) socket.destroy();
      return counts;
    },
  };
}

const openedAtOnce = 50;

async function openTogether<T>(count: number, open: (index: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = [];
  for (let from = 0; from < count; from += openedAtOnce) {
    const length = Math.min(openedAtOnce, count - from);
    opened.push(...(await Promise.all(Array.from({ length }, (_, i) => open(from + i)))));
  }
  return opened;
}

/** Sends a request whose response is not read. */
async function openSlow(target: Target, path: string): Promise<Socket> {
  const socket = await openSocket(target, "http/1.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(requestBytes(target, { method: "GET", path }));
  return socket;
}

interface LoopContext {
  readonly target: Target;
  /** Distinguishes the objects of this phase from those of others. */
  readonly run: string;
}

async function startLoop(
  { target, run }: LoopContext,
  index: number,
  counts: { answers: number; refused: number },
): Promise<Connection> {
  const connection = await openConnection(target, { keepBytes: 300, onLost: () => undefined });
  const list = requestBytes(target, { method: "GET", path: configMapsOf(namespaces.items) });
  let made = 0;
  const next = (): Buffer => {
    if (index % 2 === 0) return list;
    const body = configMap(`overload-${run}-${index}-${made++}`, { bytes: 16 * 1024 });
    return requestBytes(target, { method: "POST", path: configMapsOf(namespaces.written), body });
  };
  const done = ({ status, body }: ReceivedResponse): void => {
    if (status < 300) counts.answers++;
    else if (status === 429) counts.refused++;
    else throw new Error(`an answer of ${status}: ${body}`);
    // A refused client waits as long as Retry-After says before it sends the next request.
    if (status === 429) setTimeout(again, 1_000).unref();
    else again();
  };
  const again = (): void => connection.send(next(), done);
  again();
  return connection;
}

type Seen = Omit<OverloadFigures, "scenario" | "server" | "phase" | "seconds" | `${string}PerSecond`>;

/** Looks at memory, and gets an object, ten times a second. */
async function observe(admin: Target, pids: readonly number[], seconds: number): Promise<Seen> {
  const lost = Promise.withResolvers<never>();
  const connection = await openConnection(admin, { keepBytes: Number.POSITIVE_INFINITY, onLost: lost.reject });
  const get = (path: string): Promise<ReceivedResponse> => {
    const answered = new Promise<ReceivedResponse>((resolve) =>
      connection.send(requestBytes(admin, { method: "GET", path }), resolve),
    );
    return Promise.race([answered, lost.promise]);
  };
  const times: number[] = [];
  let [resident, heap, external] = [0, 0, 0];
  const endMs = monotonicMs() + seconds * 1000;
  for (let round = 0; monotonicMs() < endMs; round++) {
    const begunMs = monotonicMs();
    const { status } = await get(`${configMapsOf(namespaces.items)}/${itemName(0)}`);
    if (status !== 200) throw new Error(`a get beside the load: ${status}`);
    times.push(monotonicMs() - begunMs);
    resident = Math.max(resident, residentBytes(pids));
    if (round % 10 === 0) {
      const metrics = (await get("/metrics")).body.toString();
      heap = Math.max(heap, sample(metrics, "nodejs_heap_size_used_bytes"));
      external = Math.max(external, sample(metrics, "nodejs_external_memory_bytes"));
    }
    await rest(100);
  }
  connection.close();
  times.sort((a, b) => a - b);
  return {
    residentMegabytes: resident / 1e6,
    residentAtEndMegabytes: residentBytes(pids) / 1e6,
    heapMegabytes: heap / 1e6,
    externalMegabytes: external / 1e6,
    getMedianMs: times[Math.floor(times.length / 2)] ?? Number.NaN,
    getWorstMs: times.at(-1) ?? Number.NaN,
  };
}

function sample(metrics: string, name: string): number {
  const line = metrics.split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}
