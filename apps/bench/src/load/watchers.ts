import { connect as connectHttp2 } from "node:http2";
import type { TLSSocket } from "node:tls";
import { openConnection, openSocket } from "../client/connection.ts";
import { requestBytes, type Target } from "../client/target.ts";
import { monotonicMs } from "../figures/clock.ts";
import type { WatchJob } from "./protocol.ts";
import type { Work } from "./work.ts";

const newline = 0x0a;
/** Written into watched objects: when they were sent. */
const sentMark = '"sent":"';

/** Opens the watches of a worker, and counts events. An event is a line. */
export async function startWatchers(job: WatchJob): Promise<Work> {
  const work: Work = { tally: undefined, stop: () => undefined };
  const listener: WatchListener = {
    onBody: (piece) => count(piece, work),
    onLost: (text) => work.tally?.fail(text),
  };
  work.stop = job.protocol === "h2" ? await openStreams(job, listener) : await openConnections(job, listener);
  return work;
}

function count(piece: Buffer, { tally }: Work): void {
  if (tally === undefined) return;
  let events = 0;
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) events++;
  const nowMs = monotonicMs();
  // The lag of one event of a piece is enough: what comes together arrived together.
  const mark = events === 0 ? -1 : piece.lastIndexOf(sentMark);
  const sentMs = mark < 0 ? Number.NaN : Number.parseFloat(piece.toString("latin1", mark + sentMark.length, mark + 40));
  const latencyMs = Number.isNaN(sentMs) ? undefined : nowMs - sentMs;
  tally.add(nowMs, { done: events, bytes: piece.length, latencyMs });
}

/** Receives the bytes of watches, and the errors of watches that ended early. */
interface WatchListener {
  readonly onBody: (piece: Buffer) => void;
  readonly onLost: (text: string) => void;
}

/** The number of connections that are opened at a time. */
const openAtOnce = 32;

async function openConnections({ target, paths }: WatchJob, { onBody, onLost }: WatchListener): Promise<() => void> {
  const stops: (() => void)[] = [];
  const open = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const options = {
        onBody,
        onHead: (status: number) => (status === 200 ? resolve() : reject(new Error(`a watch was answered ${status}`))),
        onLost: (error: Error) => onLost(error.message),
      };
      openConnection(target, options).then((connection) => {
        stops.push(() => connection.close());
        connection.send(requestBytes(target, { method: "GET", path }), () => onLost("a watch ended"));
      }, reject);
    });
  for (let at = 0; at < paths.length; at += openAtOnce) await Promise.all(paths.slice(at, at + openAtOnce).map(open));
  return () => stops.forEach((stop) => void stop());
}

async function openStreams(
  { target, paths, streamsPerConnection }: WatchJob,
  listener: WatchListener,
): Promise<() => void> {
  const stops: (() => void)[] = [];
  for (let at = 0; at < paths.length; at += streamsPerConnection) {
    stops.push(await openSession(target, paths.slice(at, at + streamsPerConnection), listener));
  }
  return () => stops.forEach((stop) => void stop());
}

async function openSession(
  target: Target,
  paths: readonly string[],
  { onBody, onLost }: WatchListener,
): Promise<() => void> {
  const socket = (await openSocket(target, "h2")) as TLSSocket;
  const session = connectHttp2(target.url, {
    createConnection: () => socket,
    settings: { initialWindowSize: 1 << 20, enablePush: false },
  });
  // The window of the connection is shared by all its streams.
  session.once("connect", () => session.setLocalWindowSize(64 << 20));
  session.on("error", (error: Error) => onLost(error.message));
  const authorization = target.token === undefined ? {} : { authorization: `Bearer ${target.token}` };
  await Promise.all(
    paths.map(
      (path) =>
        new Promise<void>((resolve, reject) => {
          const stream = session.request({ ":path": path, accept: "application/json", ...authorization });
          stream.on("data", onBody);
          stream.on("error", reject);
          stream.once("end", () => onLost("a watch ended"));
          stream.once("response", (headers) => {
            if (headers[":status"] === 200) resolve();
            else reject(new Error(`a watch was answered ${headers[":status"]}`));
          });
        }),
    ),
  );
  return () => session.destroy();
}
