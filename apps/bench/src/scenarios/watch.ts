import { openConnection } from "../client/connection.ts";
import type { ReceivedResponse } from "../client/response-reader.ts";
import { sendSuccessfully } from "../client/send-once.ts";
import { requestBytes, type Target } from "../client/target.ts";
import { monotonicMs } from "../figures/clock.ts";
import type { Figures } from "../figures/figures.ts";
import type { WatchJob } from "../load/protocol.ts";
import { shares, startWorkers } from "../load/workers.ts";
import { textAfter } from "../loops/scenario.ts";
import { type Watched, watchedConfigMaps, watchedWidgets } from "../objects/watched.ts";
import { measure } from "./measure.ts";
import type { RunOptions } from "./run-loop.ts";

/** Many watchers of one namespace, one writer of one object in it. */
interface WatchScenario {
  readonly name: string;
  readonly about: string;
  readonly protocol: WatchJob["protocol"];
  readonly watchers: number;
  /** Writes a second; 0 as many as it gets answers. */
  readonly rate: number;
  /** The watched resource. @default ConfigMaps */
  readonly of?: "widgets";
}

export const watchScenarios: readonly WatchScenario[] = [
  {
    name: "watch",
    about: "events to 1,000 watchers, each a connection of HTTP/1.1; one writer at full rate",
    protocol: "http/1.1",
    watchers: 1000,
    rate: 0,
  },
  {
    name: "watch-h2",
    about: "the same over HTTP/2, 100 watchers a connection",
    protocol: "h2",
    watchers: 1000,
    rate: 0,
  },
  {
    name: "watch-calm",
    about: "the first at 10 writes a second",
    protocol: "http/1.1",
    watchers: 1000,
    rate: 10,
  },
  {
    name: "type-watch",
    about: "the first of objects of an extension type",
    protocol: "http/1.1",
    watchers: 1000,
    rate: 0,
    of: "widgets",
  },
];

const streamsPerConnection = 100;

export async function runWatch(scenario: WatchScenario, options: RunOptions): Promise<Figures> {
  const { name, protocol, watchers, rate } = scenario;
  const { server, target, pids, warmupMs, durationMs } = options;
  const watched = scenario.of === "widgets" ? watchedWidgets : watchedConfigMaps;
  await sendSuccessfully(target, { method: "POST", path: watched.path, body: watched.beat() });
  const workers = await startWorkers(
    shares(watchers, options.workers).map((share) => ({
      kind: "watch",
      target,
      protocol,
      streamsPerConnection,
      paths: share.map(() => `${watched.path}?watch=1`),
    })),
  );
  const writer = await startWriter(target, watched, rate);
  try {
    const connections = protocol === "h2" ? Math.ceil(watchers / streamsPerConnection) : watchers;
    return await measure(workers, { scenario: name, server, connections, pids, warmupMs, durationMs });
  } finally {
    writer.stop();
    await workers.stop();
  }
}

/** Updates the watched object over and over. */
async function startWriter(target: Target, { path, beat }: Watched, rate: number): Promise<{ stop(): void }> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const connection = await openConnection(target, {
    keepBytes: 4096,
    onLost: (error) => {
      throw error;
    },
  });
  const write = (last: ReceivedResponse): void => {
    const begunMs = monotonicMs();
    const body = beat(textAfter(last, '"resourceVersion":"'));
    connection.send(requestBytes(target, { method: "PUT", path: `${path}/beat`, body }), (response) => {
      if (response.status !== 200) throw new Error(`the writer was answered ${response.status}`);
      if (stopped) return;
      if (rate === 0) write(response);
      else timer = setTimeout(() => write(response), Math.max(0, begunMs + 1000 / rate - monotonicMs()));
    });
  };
  connection.send(requestBytes(target, { method: "GET", path: `${path}/beat` }), write);
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      connection.close();
    },
  };
}
