import type { Socket } from "node:net";
import { openSocket } from "../client/connection.ts";
import type { Target } from "../client/target.ts";
import { monotonicMs } from "../figures/clock.ts";
import type { TunnelJob } from "./protocol.ts";
import type { Work } from "./work.ts";

/** Opens the tunnels of a worker, and counts what arrives. A piece counts as one. */
export async function startTunnels({ target, paths }: TunnelJob): Promise<Work> {
  const work: Work = { tally: undefined, stop: () => undefined };
  const tunnels = await openTunnels(target, paths);
  for (const tunnel of tunnels) {
    tunnel.on("data", (piece: Buffer) => work.tally?.add(monotonicMs(), { done: 1, bytes: piece.length }));
    tunnel.on("error", () => undefined);
    tunnel.on("close", () => work.tally?.fail("a tunnel was closed"));
  }
  work.stop = () => tunnels.forEach((tunnel) => void tunnel.destroy());
  return work;
}

/** The number of tunnels that are opened at a time. */
const openAtOnce = 32;

/** Opens connections and switches their protocol. @throws {Error} where one is refused */
export async function openTunnels(target: Target, paths: readonly string[]): Promise<readonly Socket[]> {
  const tunnels: Socket[] = [];
  for (let at = 0; at < paths.length; at += openAtOnce)
    tunnels.push(...(await Promise.all(paths.slice(at, at + openAtOnce).map((path) => openTunnel(target, path)))));
  return tunnels;
}

async function openTunnel(target: Target, path: string): Promise<Socket> {
  const socket = await openSocket(target, "http/1.1");
  const { host } = new URL(target.url);
  const authorization = target.token === undefined ? "" : `Authorization: Bearer ${target.token}\r\n`;
  const offer = "Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\nContent-Length: 0\r\n";
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${authorization}${offer}\r\n`);
  await new Promise<void>((resolve, reject) => {
    let head = "";
    const take = (piece: Buffer): void => {
      head += piece.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      socket.off("data", take);
      if (head.startsWith("HTTP/1.1 101")) resolve();
      else reject(new Error(`a tunnel was refused: ${head.slice(0, 500)}`));
    };
    socket.on("data", take);
    socket.once("close", () => reject(new Error("a connection was closed")));
    socket.once("error", reject);
  });
  return socket;
}
