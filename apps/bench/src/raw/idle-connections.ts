import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { issueCertificate, makeAuthority } from "@svc/pki";

/**
 * Prints the memory that Node itself holds for an idle connection, without and with TLS: the least
 * that a server on Node can hold. A stream through a server is two of them.
 *
 *     node --expose-gc apps/bench/src/raw/idle-connections.ts
 */

const connections = 1_500;
const life = { nowMs: Date.now(), days: 1 };
const [, program = "", role = "server", kind = "", port = ""] = process.argv;

if (role === "client") await openAll();
else for (const each of ["tcp", "tls"]) console.log(await measure(each));

/** Opens connections one after the other, each with a few bytes both ways. */
async function openAll(): Promise<void> {
  const options = { host: "127.0.0.1", port: Number(port) };
  for (let i = 0; i < connections; i++) {
    const socket = kind === "tcp" ? connect(options) : connectTls({ ...options, rejectUnauthorized: false });
    socket.write("a request");
    await once(socket, "data");
  }
  process.send?.("open");
  await once(process, "disconnect");
}

async function measure(of: string): Promise<string> {
  const server = await serverOf(of);
  const sockets: Socket[] = [];
  server.on(of === "tcp" ? "connection" : "secureConnection", (socket: Socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", () => socket.write("a response"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const before = await settled();
  const client = fork(program, ["client", of, String((server.address() as { port: number }).port)]);
  await once(client, "message");
  const after = await settled();
  client.kill();
  for (const socket of sockets) socket.destroy();
  server.close();
  const kib = (name: "rss" | "heapUsed"): string => ((after[name] - before[name]) / 1024 / connections).toFixed(1);
  return `${of}: ${kib("rss")} KiB resident for each connection, ${kib("heapUsed")} of it in the heap`;
}

async function serverOf(of: string): Promise<Server> {
  if (of === "tcp") return createServer();
  const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
  const subject = { commonName: "server" };
  const { certificate, key } = await issueCertificate(authority, {
    subject,
    usage: "server",
    hosts: ["127.0.0.1"],
    ...life,
  });
  return createTlsServer({ cert: certificate, key });
}

/** The memory after what is garbage is collected. */
async function settled(): Promise<NodeJS.MemoryUsage> {
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await wait(250);
  }
  return process.memoryUsage();
}
