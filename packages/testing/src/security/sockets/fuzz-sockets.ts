import type { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { type Endpoint, startTestServer, type TestServer } from "../../index.ts";
import { createRandom, type Random } from "../fuzz/random.ts";
import { measureTurns } from "../hostile/measure-turns.ts";
import { maxTurnMs, slowness } from "../hostile/slowness.ts";
import { type ScriptedKubelet, startScriptedKubelet } from "./scripted-kubelet.ts";
import { spdyBytes } from "./spdy-bytes.ts";
import { webSocketBytes } from "./web-socket-bytes.ts";

/** A server with a pod on a kubelet whose responses a seed determines. */
export interface FuzzedSockets extends AsyncDisposable {
  /** Opens the connections of a seed. @returns the problem; undefined if there is none */
  fuzz(seed: number): Promise<string | undefined>;
  /**
   * Sends bytes on one connection, to a kubelet that only reads.
   * @returns CPU time of the longest turn of the event loop in milliseconds, clients included
   */
  longestTurnMs(way: Omit<Way, "bytes">, bytes: Buffer): Promise<number>;
}

const core = "/api/v1/namespaces/default";
const command = `${core}/pods/p/exec?command=cat&stdin=1&stdout=1&stderr=1`;

/** A connection on which frames are sent. */
export interface Way {
  readonly path: string;
  readonly protocol?: string;
  /** @default websocket */
  readonly upgrade?: string;
  readonly bytes: (random: Random) => Buffer;
}

/** All ways to keep a connection and send frames on it. */
const ways: readonly Way[] = [
  { path: `${core}/configmaps?watch=1`, bytes: webSocketBytes },
  { path: `${core}/pods?watch=1`, protocol: "binary.svc.io", bytes: webSocketBytes },
  { path: command, protocol: "v5.channel.k8s.io", bytes: webSocketBytes },
  { path: `${command}&tty=1`, protocol: "v5.channel.k8s.io", bytes: webSocketBytes },
  { path: command, protocol: "v4.channel.k8s.io", bytes: webSocketBytes },
  { path: `${core}/pods/p/attach?stdin=1&stdout=1`, protocol: "v5.channel.k8s.io", bytes: webSocketBytes },
  { path: `${core}/pods/p/portforward?ports=80`, protocol: "SPDY/3.1+portforward.k8s.io", bytes: webSocketBytes },
  { path: command, upgrade: "SPDY/3.1", bytes: spdyBytes },
  { path: `${core}/pods/p/portforward`, upgrade: "SPDY/3.1", bytes: spdyBytes },
];

/** Bytes that a client writes at once. */
const pieceBytes = 64 * 1024;
const connectionsAtOnce = 6;
/** Answers to what a client sends, and a few events. */
const maxExtraBytes = 1024 * 1024;
/** The time in which ended connections must close, in milliseconds. */
const maxLingerMs = 5_000;
/** CPU time in milliseconds of clients and the kubelet, which share the thread with the server. */
const clientsMs = 60;

/** Starts a server whose kubelet responds with bytes of the current seed. */
export async function startFuzzedSockets(): Promise<FuzzedSockets> {
  let random = createRandom(0);
  let kubeletBytes = 0;
  let isSilent = false;
  const kubelet = await startScriptedKubelet((socket) => {
    if (isSilent) return void socket.resume();
    const bytes = spdyBytes(random);
    kubeletBytes += bytes.length;
    void speak(socket, bytes, random);
  });
  const server = await startTestServer({ proxy: { kubelet: { tls: { ca: kubelet.authority } } } });
  await createPod(server, kubelet.port);
  const endpoint = await server.listen();
  return {
    fuzz: async (seed) => {
      random = createRandom(seed);
      kubeletBytes = 0;
      const problem = await fuzzGroup({ endpoint, kubelet, random, kubeletBytes: () => kubeletBytes });
      const { status } = await server.fetch("/readyz");
      const found = problem ?? (status === 200 ? undefined : `the server is not ready: ${status}`);
      return found === undefined ? undefined : `seed ${seed}: ${found}`;
    },
    longestTurnMs: async (way, bytes) => {
      isSilent = true;
      const script = { way, pieces: cut(bytes, pieceBytes), lingerMs: 40, reads: true, end: "end" } as const;
      const { longestTurnMs } = await measureTurns(() => runScript(endpoint, script));
      isSilent = false;
      return longestTurnMs;
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await kubelet[Symbol.asyncDispose]();
    },
  };
}

async function createPod(server: TestServer, port: number): Promise<void> {
  const post = (path: string, body: object, method = "POST"): Promise<Response> => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    return server.fetch(path, { method, headers: { "content-type": type }, body: JSON.stringify(body) });
  };
  await post("/api/v1/nodes", { metadata: { name: "n" } });
  const status = {
    addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
  };
  await post("/api/v1/nodes/n/status", { status }, "PATCH");
  await post(`${core}/configmaps`, { metadata: { name: "a" } });
  await post(`${core}/pods`, {
    metadata: { name: "p" },
    spec: { nodeName: "n", containers: [{ name: "c", image: "i" }] },
  });
}

interface Group {
  readonly endpoint: Endpoint;
  readonly kubelet: ScriptedKubelet;
  readonly random: Random;
  /** The bytes that the kubelet sent, which clients receive. */
  readonly kubeletBytes: () => number;
}

async function fuzzGroup({ endpoint, kubelet, random, kubeletBytes }: Group): Promise<string | undefined> {
  const scripts = Array.from({ length: connectionsAtOnce }, () => scriptOf(random));
  const { result, longestTurnMs } = await measureTurns(() =>
    Promise.all(scripts.map((script) => runScript(endpoint, script))),
  );
  for (const { received, sent } of result)
    if (received > 4 * sent + kubeletBytes() + maxExtraBytes) return `${received} bytes answer ${sent}`;
  if (longestTurnMs > maxTurnMs + clientsMs && longestTurnMs / slowness() > maxTurnMs + clientsMs)
    return `stall: ${Math.round(longestTurnMs)} ms`;
  for (let waited = 0; kubelet.open() > 0; waited += 10) {
    if (waited > maxLingerMs) return `${kubelet.open()} connections to the kubelet outlive their clients`;
    await setTimeout(10);
  }
  return undefined;
}

interface Script {
  readonly way: Omit<Way, "bytes">;
  readonly pieces: readonly Buffer[];
  readonly lingerMs: number;
  readonly reads: boolean;
  readonly end: "end" | "destroy";
}

function scriptOf(random: Random): Script {
  const way = random.pick(ways);
  return {
    way,
    pieces: piecesOf(way.bytes(random), random),
    lingerMs: random.pick([0, 5, 40]),
    reads: !random.oneIn(4),
    end: random.pick(["end", "destroy"]),
  };
}

/** In one piece, cut at random, or a few bytes at a time. */
function piecesOf(bytes: Buffer, random: Random): readonly Buffer[] {
  const size = random.pick([bytes.length, 1_400, 1_400, 16_384, random.pick([1, 7])]);
  // Small ones only of small scripts: each is a record of TLS.
  const step = Math.max(size, Math.ceil(bytes.length / 2_000), 1);
  return cut(bytes, step);
}

function cut(bytes: Buffer, length: number): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length));
  return pieces;
}

/** The bytes of a connection. */
interface Traffic {
  readonly sent: number;
  readonly received: number;
}

/** Sends a script on a connection of its own. */
async function runScript(endpoint: Endpoint, script: Script): Promise<Traffic> {
  const { way, pieces, lingerMs, reads, end } = script;
  const { hostname, port } = new URL(endpoint.url);
  const socket = connect({ host: hostname, port: Number(port), ca: endpoint.certificateAuthority });
  let received = 0;
  socket.on("error", () => undefined);
  socket.on("data", (piece: Buffer) => {
    received += piece.length;
  });
  const gone = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  socket.write(headOf(way, endpoint.token));
  const isOpen = await Promise.race([firstData(socket).then(() => true), gone.then(() => false)]);
  if (!reads) socket.pause();
  if (isOpen) await Promise.race([sendAll(socket, pieces), gone]);
  await Promise.race([setTimeout(lingerMs), gone]);
  socket.resume();
  if (end === "end") {
    socket.end();
    await Promise.race([gone, setTimeout(lingerMs + 100)]);
  }
  socket.destroy();
  await gone;
  return { sent: pieces.reduce((sum, piece) => sum + piece.length, 0), received };
}

function headOf({ path, protocol, upgrade = "websocket" }: Omit<Way, "bytes">, token: string): string {
  const lines = [
    `${upgrade === "websocket" ? "GET" : "POST"} ${path} HTTP/1.1`,
    "Host: x",
    "Origin: https://x",
    `Authorization: Bearer ${token}`,
    "Connection: Upgrade",
    `Upgrade: ${upgrade}`,
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "X-Stream-Protocol-Version: v4.channel.k8s.io",
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function firstData(socket: TLSSocket): Promise<void> {
  return new Promise((resolve) => socket.once("data", () => resolve()));
}

/** The time for which a peer that does not read is kept, in milliseconds. */
const maxBlockedMs = 20;

async function sendAll(socket: Duplex, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    if (socket.write(piece)) continue;
    const drained = new Promise<void>((resolve) => socket.once("drain", resolve));
    if ((await Promise.race([drained, setTimeout(maxBlockedMs, "blocked")])) === "blocked") return;
  }
}

/** The bytes of the kubelet: after a while it stays, ends or aborts. */
async function speak(socket: Duplex, bytes: Buffer, random: Random): Promise<void> {
  const end = random.pick(["stay", "end", "destroy"]);
  if (!random.oneIn(4)) socket.resume();
  await sendAll(socket, piecesOf(bytes, random));
  if (end === "end") socket.end();
  if (end === "destroy") socket.destroy();
  socket.resume();
}
